import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import type { ActionOutcome, SendFailureCode } from '../channels/index.js';
import { type ErrorCode, GatehouseError, KeyInUseError } from '../common/index.js';
import { Database, type Tx } from '../persistence/index.js';
import { type MessageOrder, RemoteActions, textOf } from '../conversations/index.js';
import {
  type KeyedRequest,
  type KnownRequest,
  OperatorSendsRepository,
} from './operator-sends.repository.js';
import type { ActionResult } from './requests.js';

/** A bridge takes up to 43 s to refuse a change of a group, which is then read again. */
const ACTION_MS = 75_000;

/** The service has refused the action, so asking again changes nothing. */
const REFUSED: readonly SendFailureCode[] = ['rejected', 'not-supported', 'recipient-unreachable'];

type Failure = Exclude<ActionOutcome, { kind: 'done' }>;
type Unknown = Failure & { readonly kind: 'unknown' };

/** The answer that is kept with a key. A failed action frees its key. */
type Answer = Unknown | { readonly kind: 'done'; readonly result: Omit<ActionResult, 'isReplay'> };

/**
 * Performs actions that are not messages for operators; each is recorded, and its key taken, before it is done
 * (ADR 0075).
 */
@Injectable()
export class OperatorRemote {
  constructor(
    private readonly db: Database,
    private readonly remote: RemoteActions,
    private readonly sends: OperatorSendsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws GatehouseError CONFLICT when the service refuses; UNAVAILABLE when it was not done, or the outcome is
   * unknown
   */
  async perform(actor: Actor, order: MessageOrder, keyed?: KeyedRequest): Promise<ActionResult> {
    const first = await this.begin(actor, order, keyed);
    if (first) return this.again(first);
    const outcome = await this.remote.perform(order, 'operator', AbortSignal.timeout(ACTION_MS));
    if (outcome.kind !== 'done') {
      await this.fail(actor, order, { outcome, keyed });
      throw failureOf(outcome);
    }
    const { action, target, messageId } = order;
    const result = {
      action,
      target,
      messageId,
      status: 'done',
      deliveryIds: [],
      note: outcome.note,
    } as const;
    if (keyed) await this.db.transaction((tx) => this.fulfil(tx, keyed, { kind: 'done', result }));
    return { ...result, isReplay: false };
  }

  /** The result of the first request with the same key. @throws as perform; CONFLICT while it is being performed */
  async again({ answer, leftMs }: KnownRequest): Promise<ActionResult> {
    const kept = answer as Answer | undefined;
    if (kept?.kind === 'done') return { ...kept.result, isReplay: true };
    if (kept) throw failureOf(kept);
    throw leftMs > 0
      ? new KeyInUseError(leftMs)
      : unknown('the gateway stopped while the action was in progress');
  }

  /** @returns the first request with the key, if this is another: then nothing is begun */
  private begin(
    actor: Actor,
    order: MessageOrder,
    keyed: KeyedRequest | undefined,
  ): Promise<KnownRequest | undefined> {
    return this.db.transaction(async (tx) => {
      if (keyed && !(await this.sends.claim(tx, keyed))) return this.sends.find(keyed, tx);
      await this.recordInAudit(tx, actor, order);
      return undefined;
    });
  }

  private async fail(
    actor: Actor,
    order: MessageOrder,
    { outcome, keyed }: { readonly outcome: Failure; readonly keyed: KeyedRequest | undefined },
  ): Promise<void> {
    const { kind, code } = outcome;
    await this.db.transaction(async (tx) => {
      await this.recordInAudit(tx, actor, order, { outcome: kind, code });
      if (keyed && kind === 'failed') await this.sends.free(tx, keyed);
      else if (keyed) await this.fulfil(tx, keyed, outcome as Unknown);
    });
  }

  private fulfil(tx: Tx, keyed: KeyedRequest, answer: Answer): Promise<void> {
    return this.sends.fulfil(tx, keyed, [], answer);
  }

  /** @param failure of an action that was tried; without it, the action is requested */
  private recordInAudit(
    tx: Tx,
    actor: Actor,
    { action: subject, target, messageId, input }: MessageOrder,
    failure?: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { channel, account, conversation } = target;
    const details: Record<string, string> = { channel, account, target: conversation, ...failure };
    if (messageId !== undefined) details.message_id = messageId;
    const address = textOf(input, 'address');
    if (address !== '') details.address = address;
    const action = failure ? 'action.failed' : 'action.requested';
    return this.audit.record(tx, actor, { action, subject, details });
  }
}

function failureOf({ kind, code, detail }: Failure): GatehouseError {
  if (kind === 'unknown') return unknown(`${code}: ${detail}`);
  const answer: ErrorCode = REFUSED.includes(code) ? 'CONFLICT' : 'UNAVAILABLE';
  return new GatehouseError(answer, 'It was not done.', `${code}: ${detail}`);
}

function unknown(why: string): GatehouseError {
  const details = `it may or may not have happened: ${why}`;
  return new GatehouseError('UNAVAILABLE', 'It is unknown whether it was done.', details);
}
