import { Injectable } from '@nestjs/common';
import type { Actor } from '../access-control/index.js';
import { GatehouseError } from '../common/index.js';
import { isSending, type MessageOrder, OutgoingMessages } from '../conversations/index.js';
import { type Delivery, DeliveryEnds } from '../delivery/index.js';
import { OperatorMessages } from './operator-messages.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import {
  type KeyedRequest,
  keyedRequest,
  type KnownRequest,
  OperatorSendsRepository,
} from './operator-sends.repository.js';
import type { ActionRequest, ActionResult } from './requests.js';

/** How long a caller waits for a message to be delivered: less than proxies and clients wait for an answer. */
const WAIT_MS = 20_000;

/** The answer that is kept with a key, besides the deliveries. */
type Answer = Pick<ActionResult, 'action' | 'target' | 'note'>;

/** Performs connector actions for operators (DESIGN 6, `POST /actions`). */
@Injectable()
export class OperatorActions {
  constructor(
    private readonly orders: OperatorOrders,
    private readonly sends: OperatorSendsRepository,
    private readonly remote: OperatorRemote,
    private readonly messages: OperatorMessages,
    private readonly outgoing: OutgoingMessages,
    private readonly ends: DeliveryEnds,
  ) {}

  /**
   * Resolves when the action is done or, for an action that is a message, after 20 s with its current state. A repeat
   * with the same key does nothing and has the first result; one whose outcome is unknown is never done again.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE; CONFLICT for an action that is not possible
   * now, was refused or is still being performed; IDEMPOTENCY_MISMATCH for a key of another request; UNAVAILABLE when it was
   * not done, or the outcome is unknown
   */
  async perform(actor: Actor, request: ActionRequest, key?: string): Promise<ActionResult> {
    const isMessage = isSending(request.action);
    const keyed = keyedRequest(actor, key, request);
    const known = keyed && (await this.sends.find(keyed));
    if (known) return isMessage ? this.sentBefore(known) : this.remote.again(known);
    const order = await this.orders.ofAction(request);
    return isMessage ? this.send(actor, order, keyed) : this.remote.perform(actor, order, keyed);
  }

  /** Through the outbox, like every message. @throws GatehouseError CONFLICT when it failed */
  private async send(actor: Actor, order: MessageOrder, keyed?: KeyedRequest): Promise<ActionResult> {
    const { action, target } = order;
    const answer: Answer = { action, target, note: this.outgoing.noteOn(order) };
    const { deliveryIds, isReplay } = await this.messages.enqueue(actor, [order], keyed, answer);
    return this.resultOf({ ...answer, deliveryIds, isReplay });
  }

  /** The result of the first request with the same key: its messages as they are now. @throws as send */
  private sentBefore({ deliveryIds, answer }: KnownRequest): Promise<ActionResult> {
    return this.resultOf({ ...(answer as Answer), deliveryIds, isReplay: true });
  }

  private async resultOf(sent: Omit<ActionResult, 'status'>): Promise<ActionResult> {
    const { state: status, remoteId, lastCode, lastDetail } = await this.endOf(sent.deliveryIds);
    if (status === 'dead')
      throw new GatehouseError('CONFLICT', 'It was not sent.', `${lastCode ?? ''}: ${lastDetail ?? ''}`);
    return { ...sent, status, messageId: remoteId ?? undefined };
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
