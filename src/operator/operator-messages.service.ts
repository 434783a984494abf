import { Injectable } from '@nestjs/common';
import { type Carried, GatehouseError, tracer } from '../common/index.js';
import { type Actor, AuditLog } from '../access-control/index.js';
import { Database, type Tx } from '../persistence/index.js';
import { type MessageOrder, OutgoingMessages } from '../conversations/index.js';
import { OperatorOrders } from './operator-orders.service.js';
import { keyedRequest, OperatorSendsRepository, type KeyedRequest } from './operator-sends.repository.js';
import type { MessageRequest, SentMessages } from './requests.js';

/** The maximum number of messages that one text may take. */
const MAX_MESSAGES = 100;

/** Messages that operators send (DESIGN 6, `POST /messages`). */
@Injectable()
export class OperatorMessages {
  constructor(
    private readonly db: Database,
    private readonly orders: OperatorOrders,
    private readonly outgoing: OutgoingMessages,
    private readonly sends: OperatorSendsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Puts a message in the outbox. A repeat with the same key sends nothing and returns the first result, even if the
   * message could not be sent any more.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE, CONFLICT, IDEMPOTENCY_MISMATCH: then nothing is sent
   */
  async send(actor: Actor, request: MessageRequest, key?: string): Promise<SentMessages> {
    const keyed = keyedRequest(actor, key, request);
    const known = keyed && (await this.sends.find(keyed));
    if (known) return { deliveryIds: known.deliveryIds, isReplay: true };
    return this.enqueue(actor, await this.ordersOf(request), keyed);
  }

  /** The checked orders of a message. May ask a remote which conversation a target names. @throws as send */
  ordersOf(request: MessageRequest): Promise<readonly MessageOrder[]> {
    return this.orders.ofMessage(request);
  }

  /** Puts orders in the outbox in the caller's transaction. @returns the ids of the deliveries */
  async put(
    tx: Tx,
    actor: Actor,
    orders: readonly MessageOrder[],
    carried?: Carried,
  ): Promise<readonly string[]> {
    const deliveryIds: string[] = [];
    for (const order of orders) deliveryIds.push(...(await this.putOne(tx, actor, order, carried)));
    return deliveryIds;
  }

  /**
   * Puts orders that are messages in the outbox together with their audit entry: all of them or none.
   * @param answer the rest of the answer, kept with the key
   */
  enqueue(
    actor: Actor,
    orders: readonly MessageOrder[],
    keyed?: KeyedRequest,
    answer?: object,
  ): Promise<SentMessages> {
    const carried = tracer?.carried();
    return this.db.transaction(async (tx) => {
      if (keyed && !(await this.sends.claim(tx, keyed)))
        return { deliveryIds: (await this.sends.find(keyed, tx))?.deliveryIds ?? [], isReplay: true };
      const deliveryIds = await this.put(tx, actor, orders, carried);
      if (keyed) await this.sends.fulfil(tx, keyed, deliveryIds, answer);
      return { deliveryIds, isReplay: false };
    });
  }

  private async putOne(
    tx: Tx,
    actor: Actor,
    order: MessageOrder,
    carried: Carried | undefined,
  ): Promise<readonly string[]> {
    this.refuseLength(order);
    const { deliveryIds: ids } = await this.outgoing.send(tx, order, { operator: actor.id, carried });
    const { channel, account, conversation: target } = order.target;
    const details = { action: order.action, channel, account, target, deliveries: String(ids.length) };
    await this.audit.record(tx, actor, { action: 'message.sent', subject: ids[0], details });
    return ids;
  }

  private refuseLength(order: MessageOrder): void {
    if (order.file) return;
    const { length } = this.outgoing.contentsOf(order, 'operator');
    if (length === 0) throw GatehouseError.invalid('the text is empty');
    if (length > MAX_MESSAGES)
      throw GatehouseError.invalid(`the text is too long: it would need more than ${MAX_MESSAGES} messages`);
  }
}
