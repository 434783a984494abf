import { Injectable } from '@nestjs/common';
import type { Actor } from '../access-control/index.js';
import { GatehouseError } from '../common/index.js';
import { type Delivery, DeliveryEnds } from '../delivery/index.js';
import { type MessageOrder, OutgoingMessages } from '../conversations/index.js';
import { OperatorMessages } from './operator-messages.service.js';
import type { KeyedRequest, KnownRequest } from './operator-sends.repository.js';
import type { ActionResult } from './requests.js';

/** How long a caller waits for a message to be delivered: less than proxies and clients wait for an answer. */
const WAIT_MS = 20_000;

/** The answer that is kept with a key, besides the deliveries. */
type Answer = Pick<ActionResult, 'action' | 'target' | 'note'>;

/** Performs actions that are messages for operators: through the outbox, like every message. */
@Injectable()
export class OperatorSending {
  constructor(
    private readonly messages: OperatorMessages,
    private readonly outgoing: OutgoingMessages,
    private readonly ends: DeliveryEnds,
  ) {}

  /** @throws GatehouseError CONFLICT when it was given up */
  async perform(actor: Actor, order: MessageOrder, keyed?: KeyedRequest): Promise<ActionResult> {
    const { action, target } = order;
    const answer: Answer = { action, target, note: this.outgoing.noteOn(order) };
    const { deliveryIds, isReplay } = await this.messages.enqueue(actor, [order], keyed, answer);
    return this.resultOf({ ...answer, deliveryIds, isReplay });
  }

  /** The result of the first request with the same key: its messages as they are now. @throws as perform */
  again({ deliveryIds, answer }: KnownRequest): Promise<ActionResult> {
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
