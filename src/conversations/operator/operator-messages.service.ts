import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { MessageOrder } from '../outgoing/message-order.js';
import { OperatorOrders } from './operator-orders.service.js';
import { claimOf, OperatorSendsRepository, type SendClaim } from '../outgoing/operator-sends.repository.js';
import { OperatorSpeech } from './operator-speech.service.js';
import type { MessageRequest, SentMessages } from './requests.js';

/** Messages that operators send (DESIGN 6, `POST /messages`). */
@Injectable()
export class OperatorMessages {
  constructor(
    private readonly db: Database,
    private readonly orders: OperatorOrders,
    private readonly speech: OperatorSpeech,
    private readonly sends: OperatorSendsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Puts a message in the outbox. A repeat with the same key sends nothing, also if it could not be sent any more.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE, CONFLICT: then nothing is sent
   */
  async send(actor: Actor, request: MessageRequest, key?: string): Promise<SentMessages> {
    const claim = key === undefined ? undefined : claimOf(actor, key, request);
    const known = claim && (await this.sends.find(claim));
    if (known) return { deliveryIds: known, isReplay: true };
    return this.put(actor, await this.orders.ofMessage(request), claim);
  }

  /** Puts orders that are messages in the outbox: all of them, with their audit entry, or none. */
  put(actor: Actor, orders: readonly MessageOrder[], claim?: SendClaim): Promise<SentMessages> {
    return this.db.transaction(async (tx) => {
      if (claim && !(await this.sends.claim(tx, claim)))
        return { deliveryIds: (await this.sends.find(claim, tx)) ?? [], isReplay: true };
      const deliveryIds: string[] = [];
      for (const order of orders) deliveryIds.push(...(await this.putOne(tx, actor, order)));
      if (claim) await this.sends.fulfil(tx, claim, deliveryIds);
      return { deliveryIds, isReplay: false };
    });
  }

  private async putOne(tx: Tx, actor: Actor, order: MessageOrder): Promise<readonly string[]> {
    const ids = await this.speech.say(tx, order);
    const { channel, account, conversation: target } = order.target;
    const details = { action: order.action, channel, account, target, deliveries: String(ids.length) };
    await this.audit.record(tx, actor, { action: 'message.sent', subject: ids[0] ?? '', details });
    return ids;
  }
}
