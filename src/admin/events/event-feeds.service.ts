import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord } from '../../access-control/index.js';
import type { Role } from '../../common/index.js';
import { Conversations } from '../../operator/index.js';
import { PairingService } from '../../pairing/index.js';
import { Database } from '../../persistence/index.js';
import { toAuditEntryDto } from '../accounts/audit.dto.js';
import { toSaidLineDto } from '../conversations/conversation.dto.js';
import { toPairingDto } from '../pairings/pairing.dto.js';
import { type Feed, isRequestId, type Positions } from './event-cursor.js';
import { APPROVAL_ACTIONS, HOLD_ACTIONS } from '../../conversations/index.js';
import { toApprovalEventDto } from '../conversations/approvals/approval.dto.js';
import { toHoldEventDto } from '../conversations/hold.dto.js';

/** An entry of the audit log, as every role may know of it. */
interface Act {
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

/** One event, and its position in its feed. */
export interface FeedEvent {
  readonly event: Feed | Act['event'];
  readonly position: string;
  readonly data: object;
}

export interface FeedRange {
  readonly after: string;
  /** Inclusive. */
  readonly upTo: string;
  readonly limit: number;
}

/** The role that receives the audit log, as it may read the list; others get only the acts that change what they may read. */
const AUDITOR: Role = 'owner';

/** Reads events from the tables of their subjects, so a feed costs nothing while it has no clients. */
@Injectable()
export class EventFeeds {
  constructor(
    private readonly audit: AuditLog,
    private readonly conversations: Conversations,
    private readonly pairings: PairingService,
    private readonly db: Database,
  ) {}

  /** The current end of each feed. */
  async ends(): Promise<Positions> {
    const [audit, message, pairing] = await Promise.all([
      this.audit.latest(),
      this.conversations.latestLine(),
      this.pairings.latest(),
    ]);
    return { audit: textOf(audit), message: textOf(message), pairing: textOf(pairing) };
  }

  /** The open transactions that may add to a feed. */
  writers(): Promise<ReadonlySet<string>> {
    return this.db.writersOf(['audit_log', 'transcript', 'pairing_requests']);
  }

  /** Converts positions of the release before, which named the last pairing request by its id. */
  async numbered(positions: Positions): Promise<Positions> {
    if (!isRequestId(positions.pairing)) return positions;
    return { ...positions, pairing: String(await this.pairings.numberOf(positions.pairing)) };
  }

  /** In the order of the feed, as far as the role may know; fewer than `limit` when there are no more. */
  read(feed: Feed, range: FeedRange, role: Role): Promise<readonly FeedEvent[]> {
    if (feed === 'audit') return role === AUDITOR ? this.auditEvents(range) : this.actEvents(range);
    return feed === 'message' ? this.messageEvents(range) : this.pairingEvents(range);
  }

  private async auditEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const rows = await this.audit.since({ after: Number(after), upTo: Number(upTo), limit });
    return rows.flatMap((row) => {
      const entry = { event: 'audit', position: String(row.seq), data: toAuditEntryDto(row) } as const;
      const act = actOf(row);
      // A client that breaks off between the two gets both again.
      return act ? [{ ...act, position: String(row.seq - 1) }, entry] : [entry];
    });
  }

  private async actEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const rows = await this.audit.since({ after: Number(after), upTo: Number(upTo), limit, actions: ACTS });
    return rows.flatMap((row) => {
      const act = actOf(row);
      return act ? [{ ...act, position: String(row.seq) }] : [];
    });
  }

  private async messageEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const lines = await this.conversations.saidSince({ after: Number(after), upTo: Number(upTo), limit });
    return lines.map(({ seq, channel, account, conversationId, ...line }) => {
      const origin = { channel, account, conversation_id: conversationId, event_id: line.eventId };
      return {
        event: 'message',
        position: String(seq),
        data: { ...toSaidLineDto(line), ...origin },
      };
    });
  }

  private async pairingEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const requests = await this.pairings.since({ after: Number(after), upTo: Number(upTo), limit });
    return requests.map((each) => ({
      event: 'pairing',
      position: String(each.seq),
      data: toPairingDto(each),
    }));
  }
}

const textOf = (position: number | undefined): string => (position === undefined ? '' : String(position));
