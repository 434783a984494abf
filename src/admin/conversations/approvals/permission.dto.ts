import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiTextOrNull, ApiTime, isoTime } from '../../../common/index.js';
import { serverOf, type ToolPermission } from '../../../conversations/index.js';
import { OfConversation } from '../../http/account.dto.js';
import type { Json } from '../../http/json.js';
import { SERVER, TOOL } from './approval.dto.js';

/** Calls of a tool that need no approval, for one person in one place. */
export class ToolPermissionDto extends OfConversation({ id: 'prm_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiProperty({ example: 'main' })
  readonly agent_id!: string;

  @ApiTextOrNull(SERVER, { example: 'linear' })
  readonly server!: string | null;

  @ApiField(TOOL, { example: 'create_issue' })
  readonly tool!: string;

  @ApiField('The person for whom calls are made.', { example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('The name that the service shows.', { example: 'Robin' })
  readonly sender_name!: string | null;

  @ApiField('The actor who gave it.', { example: 'token:owner' })
  readonly granted_by!: string;

  @ApiTime('Its beginning.')
  readonly created_at!: string;

  @ApiTime('The time at which it ends by itself.')
  readonly ends_at!: string;
}

export class ToolPermissionListDto {
  @ApiField('All in force on one page, newest first.', { type: [ToolPermissionDto] })
  readonly items!: readonly ToolPermissionDto[];
}

export const toPermissionDto = ({ call, place, ...permission }: ToolPermission): Json<ToolPermissionDto> => ({
  id: permission.id,
  agent_id: permission.agentId,
  server: serverOf(call) ?? null,
  tool: call.tool,
  channel: place.channel,
  account: place.account,
  conversation_id: place.conversation,
  sender_id: permission.senderId,
  sender_name: permission.senderName ?? null,
  granted_by: permission.grantedBy,
  created_at: isoTime(permission.createdAt),
  ends_at: isoTime(permission.endsAt),
});
