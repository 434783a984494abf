import { Injectable } from '@nestjs/common';
import type { RemoteMessageId, Target } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import type { MessageOrder } from '../outgoing/message-order.js';
import { OutgoingMessages } from '../outgoing/outgoing-messages.service.js';
import { TranscriptRepository } from '../transcript/transcript.repository.js';
import { SessionRouter } from '../sessions/session-router.js';
import { invalid } from './requests.js';

/** Messages that one text may take. */
const MAX_MESSAGES = 100;

/** What a transcript keeps of a message of ours. */
interface Said {
  /** What brings it; of several the first. */
  readonly deliveryId: string;
  readonly text: string;
  readonly replyTo?: RemoteMessageId | undefined;
}

/**
 * Says what an operator wants said, and has it remembered as the assistant's own words: in the session in which that
 * conversation talks, so that whoever answers it talks to somebody who knows what they mean.
 */
@Injectable()
export class OperatorSpeech {
  constructor(
    private readonly messages: OutgoingMessages,
    private readonly transcript: TranscriptRepository,
    private readonly known: KnownMessagesRepository,
    private readonly router: SessionRouter,
    private readonly clock: Clock,
  ) {}

  /** @returns the ids of the deliveries, in order. @throws GatehouseError INVALID_REQUEST for a text that is too long */
  async say(tx: Tx, order: MessageOrder): Promise<readonly string[]> {
    const { target: place, file } = order;
    if (!file && this.messages.contentsOf(order, 'operator').length > MAX_MESSAGES)
      throw invalid(`the text is too long: it would take more than ${MAX_MESSAGES} messages`);
    const { deliveryIds, ...said } = await this.messages.put(tx, order, { author: 'operator' });
    const [deliveryId] = deliveryIds;
    if (deliveryId === undefined) throw invalid('the text is empty');
    await this.remember(tx, place, { ...said, deliveryId });
    return deliveryIds;
  }

  /** Writes down what is in the outbox already. */
  async remember(tx: Tx, place: Target, { deliveryId, text, replyTo }: Said): Promise<void> {
    const sessionKey = (await this.known.lastSession(tx, place)) ?? this.router.sessionAt(place);
    const at = this.clock.now();
    const ours = { text, replyTo, deliveryId, eventId: deliveryId, place, sessionKey, at };
    await this.transcript.appendOurs(tx, ours);
    await this.touch(tx, place, at);
  }

  /** A conversation begins with it, where there was none. */
  private async touch(tx: Tx, target: Target, at: number): Promise<void> {
    const known = this.router.describe(target);
    if (known) await this.transcript.touchConversation(tx, { ...target, ...known }, at);
    else await this.transcript.touchKnown(tx, target, at);
  }
}
