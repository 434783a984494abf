import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { Database } from '../../persistence/index.js';
import { OutgoingMessages } from '../outgoing/outgoing-messages.service.js';
import type { AskedPoll } from '../polls/poll-outbox.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import type { PollRequest } from './requests.js';

/** Creates polls for operators (DESIGN 6, `POST /polls`). */
@Injectable()
export class PollAdminService {
  constructor(
    private readonly db: Database,
    private readonly orders: OperatorOrders,
    private readonly outgoing: OutgoingMessages,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Puts it in the outbox.
   * @throws GatehouseError INVALID_REQUEST for an invalid poll, or a channel without polls, naming the field;
   * NOT_FOUND for an unknown channel, account or target; CONFLICT where polls are not possible now
   */
  async ask(actor: Actor, request: PollRequest): Promise<Pick<AskedPoll, 'pollId' | 'deliveryId'>> {
    const order = await this.orders.ofPoll(request);
    return this.db.transaction(async (tx) => {
      const { deliveryIds, pollId = '' } = await this.outgoing.send(tx, order, { operator: actor.id });
      const [deliveryId] = deliveryIds;
      const { channel, account, conversation } = order.target;
      const details = { channel, account, target: conversation, delivery: deliveryId };
      await this.audit.record(tx, actor, { action: 'poll.sent', subject: pollId, details });
      return { pollId, deliveryId };
    });
  }
}
