import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog, difference, Grants, type SenderKey } from '../access-control/index.js';
import { Clock, GatehouseError, newId, newShortCode, normalizeShortCode, reasons } from '../common/index.js';
import { Database, type Tx } from '../persistence/index.js';
import {
  type AskedIn,
  type NumberedRequest,
  type PairingFilter,
  PairingRepository,
  type PairingRequest,
  type RequestsSince,
} from './pairing.repository.js';

/** Why a sender without access gets no code (docs/reference/reasons.md). */
export const PAIRING_REASONS = reasons({
  'pairing-pending': {
    what: 'The sender got a pairing code within the last hour, and the request is still pending.',
    setting: 'account.dmPolicy',
    remedy: '`gatehouse pairing list {channel}`, then `gatehouse pairing approve {channel} CODE`',
  },
  'pairing-denied': {
    what: 'The last pairing request of the sender was denied.',
    setting: 'account.dmPolicy',
    remedy: '`gatehouse grants add {channel} {sender}{option}`',
  },
  'pairing-full': {
    what: 'Too many pairing requests are pending, so no code was sent.',
    setting: 'account.dmPolicy',
    remedy:
      '`gatehouse pairing list {channel}`, then approve or deny one; or directly: `gatehouse grants add {channel} {sender}{option}`',
  },
});
export type PairingReason = keyof typeof PAIRING_REASONS;

const CODE_LENGTH = 8;

/** 8 characters, 36 bits: enough for a code that is valid for an hour and can be redeemed only by an operator. */
const newPairingCode = (): string => newShortCode(CODE_LENGTH);

/** How long a code can be approved (spec 2-imbridge, Limits). */
export const CODE_LIFETIME_MS = 60 * 60_000;
/** The most pending requests per channel and account, so that strangers cannot flood the operator (DESIGN 7). */
export const MAX_PENDING = 3;
/** Asking and deciding read before they write, so all processes do it one at a time. */
const PAIRING = 'pairing';

/** The answer to a message from a sender without access. Only `created` sends the sender anything. */
export type PairingAnswer =
  | { readonly kind: 'created'; readonly request: PairingRequest }
  | { readonly kind: 'ignored'; readonly reason: PairingReason };

/** Further effects of letting a sender in besides access. */
interface LetIn {
  /** The user to link the sender to. */
  readonly userId?: string | undefined;
}

/** An unknown sender as the channel describes them. */
interface Asking extends SenderKey {
  readonly senderName?: string | undefined;
  readonly askedIn?: AskedIn | undefined;
}

/** Called once for each request, in the transaction of its step: its effect is committed with that, or not at all. */
export type RequestListener = (tx: Tx, request: PairingRequest) => Promise<void>;

type Selector = { readonly id: string } | { readonly channel: string; readonly code: string };

/**
 * Turns an unknown sender into a request with a code, and an operator's decision about it into a grant. Sends nothing
 * itself.
 */
@Injectable()
export class PairingService {
  private readonly letInListeners: RequestListener[] = [];
  private askedListener: RequestListener | undefined;

  constructor(
    private readonly db: Database,
    private readonly repository: PairingRepository,
    private readonly grants: Grants,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Handles a message of an unknown sender. There is one code per request: further messages get no answer until the
   * request is decided or an hour has passed. A denied sender stays ignored until an operator gives them a grant.
   */
  async requestAccess(tx: Tx, sender: Asking): Promise<PairingAnswer> {
    await this.db.lockScope(tx, PAIRING);
    const now = this.clock.now();
    const reason = await this.obstacle(sender, now, tx);
    if (reason !== undefined) return { kind: 'ignored', reason };
    const request = await this.create(tx, sender, now);
    return { kind: 'created', request };
  }

  /** Why a message of this sender would get no code now; undefined when it would. Changes nothing. */
  obstacleTo(sender: SenderKey): Promise<PairingReason | undefined> {
    return this.obstacle(sender, this.clock.now());
  }

  /**
   * Approves by code or by id and lets the sender in; with `userId` the sender is linked to that user.
   * @throws GatehouseError NOT_FOUND for a code that is unknown, used or expired (audited), or for an unknown user;
   * CONFLICT for an id that is no longer pending, or a sender linked to another user. Then nothing is decided.
   */
  approve(actor: Actor, { userId, ...by }: Selector & LetIn): Promise<PairingRequest> {
    return this.decide(actor, by, 'approved', async (tx, sender) => {
      await this.grants.add(tx, actor, { ...sender, source: 'pairing', userId });
      for (const tell of this.letInListeners) await tell(tx, sender);
    });
  }

  /** Registers a step of another module; that module calls it when it is created. */
  onLetIn(listener: RequestListener): void {
    this.letInListeners.push(listener);
  }

  /** @param listener called for each new request, in its transaction; undefined = no one is told any more */
  onAsked(listener: RequestListener | undefined): void {
    this.askedListener = listener;
  }

  /** @throws as approve */
  deny(actor: Actor, by: Selector): Promise<PairingRequest> {
    return this.decide(actor, by, 'denied', () => Promise.resolve());
  }

  list(filter: PairingFilter): Promise<readonly PairingRequest[]> {
    return this.repository.page(filter, this.clock.now());
  }

  /** The `seq` of the newest request; undefined when there is none. */
  latest(): Promise<number | undefined> {
    return this.repository.latest();
  }

  /** In the order in which they were stored, by `seq`; `upTo` included. */
  since(range: RequestsSince): Promise<readonly NumberedRequest[]> {
    return this.repository.since(range, this.clock.now());
  }

  /** The `seq` of the request with this id, or of the last one before it where it is deleted; 0 = none. */
  numberOf(id: string): Promise<number> {
    return this.repository.numberOf(id);
  }

  private async obstacle(sender: SenderKey, now: number, tx?: Tx): Promise<PairingReason | undefined> {
    const latest = await this.repository.latestOf(sender, now, tx);
    if (latest?.status === 'pending') return 'pairing-pending';
    if (latest?.status === 'denied') return 'pairing-denied';
    return (await this.repository.countPending(sender, now, tx)) >= MAX_PENDING ? 'pairing-full' : undefined;
  }

  private async create(tx: Tx, sender: Asking, now: number): Promise<PairingRequest> {
    const request: PairingRequest = {
      id: newId('pair', now),
      channel: sender.channel,
      account: sender.account,
      senderId: sender.senderId,
      senderName: sender.senderName ?? null,
      askedIn: sender.askedIn,
      code: await this.unusedCode(tx, sender.channel, now),
      status: 'pending',
      createdAt: now,
      expiresAt: now + CODE_LIFETIME_MS,
    };
    await this.repository.insert(tx, request);
    await this.askedListener?.(tx, request);
    return request;
  }

  private async unusedCode(tx: Tx, channel: string, now: number): Promise<string> {
    for (;;) {
      const code = newPairingCode();
      if (!(await this.repository.pendingBy(tx, { channel, code }, now))) return code;
    }
  }

  private async decide(
    actor: Actor,
    by: Selector,
    status: 'approved' | 'denied',
    andThen: (tx: Tx, request: PairingRequest) => Promise<void>,
  ): Promise<PairingRequest> {
    const selector = 'code' in by ? { channel: by.channel, code: normalizeShortCode(by.code) } : by;
    const result = await this.db.transaction(async (tx) => {
      await this.db.lockScope(tx, PAIRING);
      const now = this.clock.now();
      const request = await this.repository.pendingBy(tx, selector, now);
      if (!request) return this.refuse(tx, actor, selector);
      await this.repository.decide(tx, request.id, { status, at: now, by: actor.id });
      await andThen(tx, request);
      await this.audit.record(tx, actor, {
        action: `pairing.${status}`,
        subject: request.id,
        details: about(request),
        change: difference({ status: request.status }, { status }),
      });
      return { ...request, status, decision: { by: actor.id, at: now } };
    });
    if (result instanceof GatehouseError) throw result;
    return result;
  }

  /** Returned, not thrown, so that the audit entry commits. */
  private async refuse(tx: Tx, actor: Actor, by: Selector): Promise<GatehouseError> {
    const subject = 'id' in by ? by.id : by.channel;
    await this.audit.record(tx, actor, { action: 'pairing.decision-refused', subject });
    const decided = 'id' in by ? await this.repository.find(tx, by.id, this.clock.now()) : undefined;
    if (decided)
      return new GatehouseError('CONFLICT', 'This request can no longer be decided.', endOf(decided));
    const details = 'id' in by ? 'no pairing request has this id' : 'code is unknown, used or expired';
    return new GatehouseError('NOT_FOUND', 'No such pairing request.', details);
  }
}

function endOf({ status, decision, expiresAt }: PairingRequest): string {
  const time = new Date(decision?.at ?? expiresAt).toISOString();
  return `id is not pending: ${status}${decision ? ` by ${decision.by}` : ''} at ${time}`;
}

function about(request: PairingRequest): Record<string, string> {
  return { channel: request.channel, account: request.account, sender_id: request.senderId };
}
