import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../access-control/index.js';
import { GatehouseError, isoTime } from '../../../common/index.js';
import {
  type Approval,
  Approvals,
  type Decider,
  type Decision,
  type ToolPermission,
} from '../../../conversations/index.js';
import { Database } from '../../../persistence/index.js';

/** Approvals for operators, who need be in no list of a chat. */
@Injectable()
export class ApprovalsAdminService {
  constructor(
    private readonly approvals: Approvals,
    private readonly db: Database,
  ) {}

  /** @throws GatehouseError NOT_FOUND */
  async get(idOrCode: string): Promise<Approval> {
    const isId = idOrCode.startsWith('apr_');
    const found = await (isId ? this.approvals.find(idOrCode) : this.approvals.withCode(idOrCode));
    return found ?? noSuchApproval();
  }

  /**
   * The refusal is thrown outside the transaction, which keeps what it has found out: an approval whose time is up expires.
   * @throws GatehouseError NOT_FOUND, CONFLICT
   */
  async decide(actor: Actor, idOrCode: string, decision: Decision): Promise<Approval> {
    const { id } = await this.get(idOrCode);
    const by = deciderOf(actor);
    const outcome = await this.db.transaction((tx) => this.approvals.decide(tx, id, decision, by));
    if (outcome.kind === 'unknown') return noSuchApproval();
    if (outcome.kind === 'already') throw isDecided(outcome.approval);
    return outcome.approval;
  }

  /** @throws GatehouseError NOT_FOUND */
  async endPermission(actor: Actor, id: string): Promise<void> {
    const by = deciderOf(actor);
    const isEnded = await this.db.transaction((tx) => this.approvals.endPermission(tx, id, by));
    if (!isEnded)
      throw new GatehouseError('NOT_FOUND', 'No such permission.', 'id names no permission in force');
  }

  permissions(): Promise<readonly ToolPermission[]> {
    return this.approvals.listPermissions();
  }
}

/** People in chats know no tokens: their line says that an operator decided, the audit log which one. */
const deciderOf = ({ id, role }: Actor): Decider => ({
  id,
  role: role === 'owner' ? 'owner' : 'operator',
  name: 'an operator',
});

function noSuchApproval(): never {
  throw new GatehouseError('NOT_FOUND', 'No such approval.', 'id names no approval, and is no code of one');
}

function isDecided({ state, decidedAt, decidedBy, decidedByName }: Approval): GatehouseError {
  const was = state === 'denied' || state === 'expired' || state === 'withdrawn' ? state : 'approved';
  const when = decidedAt === undefined ? '' : ` at ${isoTime(decidedAt)}`;
  const who = was === 'expired' ? '' : ` by ${decidedByName} (${decidedBy})`;
  return new GatehouseError(
    'CONFLICT',
    'This approval has its decision.',
    `id is not pending: ${was}${who}${when}`,
  );
}
