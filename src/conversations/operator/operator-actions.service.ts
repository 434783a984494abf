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

/** How long a caller waits for a message to be delivered: less than proxies and clients wait for an answer. */
const WAIT_MS = 20_000;

/** Performs connector actions for operators (DESIGN 6, `POST /actions`). */
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
   * Resolves when the action is done or, for an action that is a message, after 20 s with its current state.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE; CONFLICT for an action that is not possible
   * now or was refused; UNAVAILABLE when it was not done, or the outcome is unknown
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

  /**
   * The state of the first message that was not sent, or of the first message if all were. Messages are sent in order,
   * so it waits for the last one.
   */
  private async endOf(ids: readonly string[]): Promise<Delivery> {
    const last = await this.ends.waitFor(ids.at(-1) ?? '', WAIT_MS);
    const all = await Promise.all(ids.map((id) => this.ends.waitFor(id, 0)));
    return all.find(({ state }) => state !== 'sent') ?? all[0] ?? last;
  }
}
