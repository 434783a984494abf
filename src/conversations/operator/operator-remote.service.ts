import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import type { ActionOutcome, SendFailureCode } from '../../channels/index.js';
import { type ErrorCode, GatehouseError } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import { type MessageOrder, textOf } from '../outgoing/message-order.js';
import { RemoteActions } from '../outgoing/remote-actions.service.js';
import type { ActionResult } from './requests.js';

/** A bridge takes up to half a minute to create a group. */
const ACTION_MS = 45_000;

/** The service has refused the action, so asking again changes nothing. */
const REFUSED: readonly SendFailureCode[] = ['rejected', 'not-supported', 'recipient-unreachable'];

/** Performs actions that are not messages for operators; each is recorded before it is done. */
@Injectable()
export class OperatorRemote {
  constructor(
    private readonly db: Database,
    private readonly remote: RemoteActions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws GatehouseError CONFLICT when the service refuses; UNAVAILABLE when it was not done, or the outcome is
   * unknown
   */
  async perform(actor: Actor, order: MessageOrder): Promise<ActionResult> {
    await this.note(actor, order, 'action.requested');
    const outcome = await this.remote.perform(order, 'operator', AbortSignal.timeout(ACTION_MS));
    if (outcome.kind !== 'done') {
      await this.note(actor, order, 'action.failed', { outcome: outcome.kind, code: outcome.code });
      throw failureOf(outcome);
    }
    const { action, target, messageId } = order;
    return { action, target, messageId, status: 'done', deliveryIds: [], note: outcome.note };
  }

  private note(
    actor: Actor,
    { action: subject, target, messageId, input }: MessageOrder,
    action: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { channel, account, conversation } = target;
    const details: Record<string, string> = { channel, account, target: conversation, ...more };
    if (messageId !== undefined) details.message_id = messageId;
    const address = textOf(input, 'address');
    if (address !== '') details.address = address;
    return this.db.transaction((tx) => this.audit.record(tx, actor, { action, subject, details }));
  }
}

function failureOf({ kind, code, detail }: Exclude<ActionOutcome, { kind: 'done' }>): GatehouseError {
  if (kind === 'unknown') {
    const details = `it may or may not have happened: ${code}: ${detail}`;
    return new GatehouseError('UNAVAILABLE', 'Nobody knows whether it was done.', details);
  }
  const answer: ErrorCode = REFUSED.includes(code) ? 'CONFLICT' : 'UNAVAILABLE';
  return new GatehouseError(answer, 'It was not done.', `${code}: ${detail}`);
}
