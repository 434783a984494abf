import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import {
  ApiField,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
} from '../../../common/index.js';
import { ApiOptional, type AuditRecord, IsName } from '../../../access-control/index.js';
import {
  type Approval,
  APPROVAL_ACTIONS,
  APPROVAL_STATES,
  type ApprovalState,
  serverOf,
} from '../../../conversations/index.js';
import { OfConversation } from '../../http/account.dto.js';
import type { Json } from '../../http/json.js';
import { PageQueryDto } from '../../http/page-query.dto.js';

const MOST_REASON = 500;
export const SERVER = 'The MCP server in `mcp.servers`; null for the tool `message`.';
export const TOOL = 'The tool’s name on its server, or the action of the tool `message`.';

export class ApprovalQueryDto extends PageQueryDto {
  @ApiOptional('Restricts the list to approvals in this state.', { enum: APPROVAL_STATES })
  @IsIn(APPROVAL_STATES)
  readonly state?: ApprovalState;
}

/** The optional body of an approval. */
export class ApproveDto {
  @ApiPropertyOptional({
    default: false,
    description:
      'Whether to skip approval for one hour for calls of the same tool, with any arguments, by the same sender in the same conversation.',
  })
  @IsOptional()
  @IsBoolean()
  readonly for_an_hour?: boolean;
}

/** The optional body of a refusal. */
export class DenyDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MOST_REASON,
    example: 'ask Ann first',
    description: 'Shown in the conversation and to the assistant. Default: none.',
  })
  @IsOptional()
  @IsName(MOST_REASON)
  readonly reason?: string | null;
}

/** A tool call that needs a person's decision. */
export class ApprovalDto extends OfConversation({ id: 'apr_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiField('A short code for use in chats.', { example: 'K7QX4M' })
  readonly code!: string;

  @ApiField(
    '`pending`: needs a decision; `approved`: the call will be made soon; `running`: the call is in progress; `done`: the ' +
      'call succeeded; `failed`: the call failed or the second check rejected it; `interrupted`: the call may or may ' +
      'not have been made.',
    { enum: APPROVAL_STATES, enumName: 'ApprovalState' },
  )
  readonly state!: ApprovalState;

  @ApiProperty({ example: 'main' })
  readonly agent_id!: string;

  @ApiTextOrNull(SERVER, { example: 'linear' })
  readonly server!: string | null;

  @ApiField(TOOL, { example: 'create_issue' })
  readonly tool!: string;

  @ApiField("The tool's name for the model.", { example: 'linear__create_issue' })
  readonly model_name!: string;

  @ApiField('The arguments as a JSON string, exactly as stored, hashed and sent.', {
    example: '{"title":"Broken link"}',
  })
  readonly arguments!: string;

  @ApiField('SHA-256 of the agent, server, tool definition, arguments, requester, conversation and expiry.', {
    example: '5f2c8a2b9d1e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8',
  })
  readonly digest!: string;

  @ApiField('The sender on whose behalf the call is made.', { example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('The name shown by the service.', { example: 'Robin' })
  readonly sender_name!: string | null;

  @ApiTime('Time of the request.')
  readonly created_at!: string;

  @ApiTime('The deadline for the decision.')
  readonly expires_at!: string;

  @ApiTimeOrNull('Time of the decision; null while pending.')
  readonly decided_at!: string | null;

  @ApiTextOrNull('The actor who decided; `gateway` if it expired.', {
    example: 'sender:imbridge:+12025550177',
  })
  readonly decided_by!: string | null;

  @ApiTextOrNull('The display name of that actor.', { example: 'Ann' })
  readonly decided_by_name!: string | null;

  @ApiTextOrNull('The reason given for the decision, or why the call was not made.', { example: null })
  readonly reason!: string | null;

  @ApiTextOrNull('The result as the model received it, truncated. Null until available, and for viewers.', {
    example: null,
  })
  readonly result!: string | null;

  @ApiTimeOrNull('Time at which the call ended or the request was closed.')
  readonly ended_at!: string | null;
}

/** @param isWhole with the result of the call, which no person in the conversation was shown */
export function toApprovalDto(approval: Approval, isWhole: boolean): Json<ApprovalDto> {
  const { call, askedIn } = approval;
  return {
    id: approval.id,
    code: approval.code,
    state: approval.state,
    agent_id: approval.agentId,
    server: serverOf(call) ?? null,
    tool: call.tool,
    model_name: call.modelName,
    arguments: call.input,
    digest: approval.digest,
    channel: askedIn.channel,
    account: askedIn.account,
    conversation_id: askedIn.conversation.id,
    sender_id: askedIn.sender.id,
    sender_name: askedIn.sender.name ?? null,
    created_at: isoTime(approval.createdAt),
    expires_at: isoTime(approval.expiresAt),
    decided_at: isoTimeOrNull(approval.decidedAt ?? null),
    decided_by: approval.decidedBy ?? null,
    decided_by_name: approval.decidedByName ?? null,
    reason: approval.reason ?? null,
    result: isWhole ? (approval.result ?? null) : null,
    ended_at: isoTimeOrNull(approval.endedAt ?? null),
  };
}

/** By the action in the audit log. The entry of an end names the state. */
const STATES = new Map<string, ApprovalState>([
  [APPROVAL_ACTIONS.asked, 'pending'],
  [APPROVAL_ACTIONS.approved, 'approved'],
  [APPROVAL_ACTIONS.denied, 'denied'],
  [APPROVAL_ACTIONS.expired, 'expired'],
  [APPROVAL_ACTIONS.withdrawn, 'withdrawn'],
]);

/** A line of the event stream: an approval has another state. Without its arguments, which may be secret. */
export function toApprovalEventDto({ action, actor, subject, details, at }: AuditRecord) {
  const { agent, provider = '', tool, channel, account, conversation_id } = details;
  return {
    id: subject,
    state: STATES.get(action) ?? details.state,
    agent_id: agent,
    server: serverOf({ provider }) ?? null,
    tool,
    channel,
    account,
    conversation_id,
    by: actor,
    at: isoTime(at),
  };
}
