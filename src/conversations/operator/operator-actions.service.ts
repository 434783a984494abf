import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { type Delivery, DeliveryEnds } from '../../delivery/index.js';
import { isSending } from '../outgoing/actions.js';
import type { MessageOrder } from '../outgoing/message-order.js';
import { OutgoingMessages } from '../outgoing/outgoing-messages.service.js';
import { OperatorMessages } from './operator-messages.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import type { ActionRequest, ActionResult } from './requests.js';

/** How long a caller waits for the end of a message: less than proxies and clients wait for an answer. */
const WAIT_MS = 20_000;

/** Connector actions that operators have done (DESIGN 6, `POST /actions`). */
@Injectable()
export class OperatorActions {
  constructor(
    private readonly orders: OperatorOrders,
    private readonly remote: OperatorRemote,
    private readonly messages: OperatorMessages,
    private readonly outgoing: OutgoingMessages,
    private readonly ends: DeliveryEnds,
  ) {}

  /**
   * Resolves when it is done, or, of one that is a message, after 20 s with the state it has then.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE; CONFLICT for what is not possible now or was
   *   refused; UNAVAILABLE for what was not done, or nobody knows
   */
  async perform(actor: Actor, request: ActionRequest): Promise<ActionResult> {
    const order = await this.orders.ofAction(request);
    return isSending(order.action) ? this.send(actor, order) : this.remote.perform(actor, order);
  }

  private async send(actor: Actor, order: MessageOrder): Promise<ActionResult> {
    const { deliveryIds } = await this.messages.put(actor, [order]);
    const { state: status, remoteId, lastCode, lastDetail } = await this.endOf(deliveryIds);
    if (status === 'dead')
      throw new GatehouseError('CONFLICT', 'It was not sent.', `${lastCode ?? ''}: ${lastDetail ?? ''}`);
    const { action, target } = order;
    const note = this.outgoing.noteOn(order);
    return { action, target, status, messageId: remoteId ?? undefined, deliveryIds, note };
  }

  /** That of the first which was not sent, else of the first. They go out in order, so the last is waited for. */
  private async endOf(ids: readonly string[]): Promise<Delivery> {
    const last = await this.ends.waitFor(ids.at(-1) ?? '', WAIT_MS);
    const all = await Promise.all(ids.map((id) => this.ends.waitFor(id, 0)));
    return all.find(({ state }) => state !== 'sent') ?? all[0] ?? last;
  }
}
