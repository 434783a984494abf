import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../../access-control/index.js';
import { BODY_ERRORS, GatehouseError, isoTime, JsonBody, PathId } from '../../../common/index.js';
import { type Approval, Approvals, type Decider, type Decision } from '../../../conversations/index.js';
import { Database } from '../../../persistence/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../../http/paging.js';
import { ApprovalDto, ApprovalQueryDto, ApproveDto, DenyDto, toApprovalDto } from './approval.dto.js';

const BY_ID = new Keyset<Approval>(/^apr_[0-9a-z]{26}$/, ({ id }) => id);

const DECIDED = {
  CONFLICT: [
    'This request has already been decided.',
    'id is not pending: denied by an operator (token:owner) at 2026-01-31T09:45:00.000Z',
  ],
} as const;

const ApprovalId = () => PathId('id', 'The id or code of the approval.', 'apr_01j9zq4c5x8r2m6t0w3y7v1b4d');

/** Tool calls that wait for a decision, and the decisions. */
@AdminController('approvals')
export class ApprovalsController {
  constructor(
    private readonly approvals: Approvals,
    private readonly db: Database,
  ) {}

  @Get()
  @Operation({ id: 'listApprovals', summary: 'List approvals, newest first', role: 'viewer' })
  @ApiPage(ApprovalDto)
  list(
    @CurrentActor() actor: Actor,
    @Query() { state, ...page }: ApprovalQueryDto,
  ): Promise<Page<Json<ApprovalDto>>> {
    const states = state && [state];
    const fetch = (limit: number, before?: string) => this.approvals.list({ limit, states, before });
    return BY_ID.page(
      page,
      ({ limit, key }) => fetch(limit, key),
      (approval) => toApprovalDto(approval, seesResults(actor)),
    );
  }

  @Get(':id')
  @Operation({ id: 'getApproval', summary: 'Show an approval', role: 'viewer', errors: ['NOT_FOUND'] })
  @ApiOkResponse({ type: ApprovalDto })
  async get(@CurrentActor() actor: Actor, @ApprovalId() id: string): Promise<Json<ApprovalDto>> {
    return toApprovalDto(await this.find(id), seesResults(actor));
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Operation({
    id: 'approveCall',
    summary: 'Allow a tool call',
    role: 'operator',
    description:
      'The first decision counts. The call is then checked again and made with the stored arguments.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: DECIDED,
  })
  @ApiOkResponse({ type: ApprovalDto })
  async approve(
    @CurrentActor() actor: Actor,
    @ApprovalId() id: string,
    @JsonBody() { for_an_hour: forAnHour = false }: ApproveDto = new ApproveDto(),
  ): Promise<Json<ApprovalDto>> {
    const approval = await this.decide(actor, id, { kind: 'approve', forAnHour });
    return toApprovalDto(approval, true);
  }

  @Post(':id/deny')
  @HttpCode(200)
  @Operation({
    id: 'denyCall',
    summary: 'Deny a tool call',
    role: 'operator',
    description: 'The first decision counts. The people in the conversation and the assistant are notified.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: DECIDED,
  })
  @ApiOkResponse({ type: ApprovalDto })
  async deny(
    @CurrentActor() actor: Actor,
    @ApprovalId() id: string,
    @JsonBody() { reason }: DenyDto = new DenyDto(),
  ): Promise<Json<ApprovalDto>> {
    const approval = await this.decide(actor, id, { kind: 'deny', reason: reason ?? undefined });
    return toApprovalDto(approval, true);
  }

  /** @throws GatehouseError NOT_FOUND */
  private async find(idOrCode: string): Promise<Approval> {
    const isId = idOrCode.startsWith('apr_');
    const found = await (isId ? this.approvals.find(idOrCode) : this.approvals.withCode(idOrCode));
    return found ?? noSuchApproval();
  }

  /**
   * The refusal is thrown outside the transaction, which keeps what it has found out: an approval whose time is up expires.
   * @throws GatehouseError NOT_FOUND, CONFLICT
   */
  private async decide(actor: Actor, idOrCode: string, decision: Decision): Promise<Approval> {
    const { id } = await this.find(idOrCode);
    const by = deciderOf(actor);
    const outcome = await this.db.transaction((tx) => this.approvals.decide(tx, id, decision, by));
    if (outcome.kind === 'unknown') return noSuchApproval();
    if (outcome.kind === 'already') throw isDecided(outcome.approval);
    return outcome.approval;
  }
}

const seesResults = ({ role }: Actor): boolean => role !== 'viewer';

/** People in chats know no tokens: their line says that an operator decided, the audit log which one. */
export const deciderOf = ({ id, role }: Actor): Decider => ({
  id,
  role: role === 'owner' ? 'owner' : 'operator',
  name: 'an operator',
});

function noSuchApproval(): never {
  throw new GatehouseError(
    'NOT_FOUND',
    'No such approval.',
    'id is neither the id nor the code of an approval',
  );
}

function isDecided({ state, decidedAt, decidedBy, decidedByName }: Approval): GatehouseError {
  const was = state === 'denied' || state === 'expired' || state === 'withdrawn' ? state : 'approved';
  const when = decidedAt === undefined ? '' : ` at ${isoTime(decidedAt)}`;
  const who = was === 'expired' ? '' : ` by ${decidedByName} (${decidedBy})`;
  return new GatehouseError(
    'CONFLICT',
    'This request has already been decided.',
    `id is not pending: ${was}${who}${when}`,
  );
}
