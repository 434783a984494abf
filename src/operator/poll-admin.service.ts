import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import { Database, type Tx } from '../persistence/index.js';
import { type MessageOrder, OutgoingMessages } from '../conversations/index.js';
import { OperatorOrders } from './operator-orders.service.js';
import { keyedRequest, type KnownRequest, OperatorSendsRepository } from './operator-sends.repository.js';
import type { PollRequest, SentPoll } from './requests.js';

/** Creates polls for operators (DESIGN 6, `POST /polls`). */
@Injectable()
export class PollAdminService {
  constructor(
    private readonly db: Database,
    private readonly orders: OperatorOrders,
    private readonly outgoing: OutgoingMessages,
    private readonly sends: OperatorSendsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Puts it in the outbox. A repeat with the same key sends nothing and returns the first poll.
   * @throws GatehouseError INVALID_REQUEST for an invalid poll, or a channel without polls, naming the field;
   * NOT_FOUND for an unknown channel, account or target; CONFLICT where polls are not possible now;
   * IDEMPOTENCY_MISMATCH for a key of another request
   */
  async send(actor: Actor, request: PollRequest, key?: string): Promise<SentPoll> {
    const keyed = keyedRequest(actor, key, request);
    const known = keyed && (await this.sends.find(keyed));
    if (known) return again(known);
    const order = await this.orders.ofPoll(request);
    return this.db.transaction(async (tx) => {
      if (!keyed) return this.enqueue(tx, actor, order);
      const first = (await this.sends.claim(tx, keyed)) ? undefined : await this.sends.find(keyed, tx);
      if (first) return again(first);
      const poll = await this.enqueue(tx, actor, order);
      const { pollId, deliveryId } = poll;
      await this.sends.fulfil(tx, keyed, [deliveryId], { pollId } satisfies Answer);
      return poll;
    });
  }

  private async enqueue(tx: Tx, actor: Actor, order: MessageOrder): Promise<SentPoll> {
    const { deliveryIds, pollId = '' } = await this.outgoing.send(tx, order, { operator: actor.id });
    const [deliveryId] = deliveryIds;
    const { channel, account, conversation } = order.target;
    const details = { channel, account, target: conversation, delivery: deliveryId };
    await this.audit.record(tx, actor, { action: 'poll.sent', subject: pollId, details });
    return { pollId, deliveryId, isReplay: false };
  }
}

/** The answer that is kept with a key, besides the delivery. */
interface Answer {
  readonly pollId: string;
}

const again = ({ deliveryIds: [deliveryId = ''], answer }: KnownRequest): SentPoll => ({
  pollId: (answer as Answer).pollId,
  deliveryId,
  isReplay: true,
});
