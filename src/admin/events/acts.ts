import type { AuditRecord } from '../../access-control/index.js';
import { APPROVAL_ACTIONS, HOLD_ACTIONS } from '../../conversations/index.js';
import { toApprovalEventDto } from '../conversations/approvals/approval.dto.js';
import { toHoldEventDto } from '../conversations/hold.dto.js';

/** An entry of the audit log, as every role may know of it. */
export interface Act {
  readonly event: 'hold' | 'approval' | 'decision' | 'grant' | 'user';
  readonly data: object;
}

type Teller = (record: AuditRecord) => Act;

const hold: Teller = (record) => ({ event: 'hold', data: toHoldEventDto(record) });

const approval: Teller = (record) => ({ event: 'approval', data: toApprovalEventDto(record) });

const decision =
  (status: 'approved' | 'denied'): Teller =>
  ({ subject }) => ({ event: 'decision', data: { pairing_id: subject, status } });

const grant: Teller = ({ subject }) => ({ event: 'grant', data: { id: subject } });

const user: Teller = ({ subject }) => ({ event: 'user', data: { id: subject } });

const userOfKey: Teller = ({ details }) => ({ event: 'user', data: { id: details.user_id } });

/** By the action in the audit log. They tell no more than the list that has changed, which every role may read. */
const TELLERS = new Map<string, Teller>([
  [HOLD_ACTIONS.held, hold],
  [HOLD_ACTIONS.released, hold],
  ...Object.values(APPROVAL_ACTIONS).map((action) => [action, approval] as const),
  ['pairing.approved', decision('approved')],
  ['pairing.denied', decision('denied')],
  ['grant.added', grant],
  ['grant.removed', grant],
  ...['created', 'updated', 'deleted', 'linked', 'unlinked'].map((done) => [`user.${done}`, user] as const),
  ['key.created', userOfKey],
  ['key.revoked', userOfKey],
]);

/** The actions that are told to every role. */
export const ACTS: readonly string[] = [...TELLERS.keys()];

/** @returns undefined for an entry that is for owners alone */
export const actOf = (record: AuditRecord): Act | undefined => TELLERS.get(record.action)?.(record);
