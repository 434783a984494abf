import { Injectable } from '@nestjs/common';
import {
  type InboundEvent,
  type InboundMessage,
  type OutboundContent,
  type Target,
  targetOf,
} from '../../channels/index.js';
import { OurMessages, type Delivery } from '../../delivery/index.js';
import { type Likeness, likenessOf, plainName } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { InboxRepository } from '../inbox/inbox.repository.js';
import type { NewEvent, StoredEvent } from '../inbox/stored-event.js';

/** How long after a send its copy may arrive, ms (imbridge-wire 6.1 row 13). */
const RETURN_MS = 60_000;
/** How far the clocks of two replicas may differ, ms. */
const REPLICA_TOLERANCE_MS = 5_000;
/** The same for the service's clock, which gives the time of events that were fetched later. */
const SERVICE_TOLERANCE_MS = 5 * 60_000;
/** How long before the copy our message may have been created, ms. */
const LOOK_BACK_MS = 24 * 3_600_000;

type Arrived = Pick<StoredEvent<InboundMessage>, 'event' | 'receivedAt'>;
type Said = Pick<InboundMessage, 'text' | 'attachments' | 'isLate' | 'occurredAt'>;

/**
 * Recognizes copies of our own messages in a chat with oneself. There, a message of ours comes back as one of the
 * user's: with another id, not marked as ours, and with the same words, or with the same file and no text. The outbox
 * knows our messages even after a restart, on every replica, and before the remote has reported them. Each delivery
 * explains only one such copy, so that the user may write the same text themselves (ADR 0015).
 */
@Injectable()
export class SelfChatEchoes {
  constructor(
    private readonly ourMessages: OurMessages,
    private readonly inbox: InboxRepository,
  ) {}

  /** The id of the delivery that an event is a copy of. Makes no query for events of other people. */
  deliveryBehind(stored: Arrived): Promise<string | undefined> | undefined {
    const { sender, attachments } = stored.event;
    return sender.isSelf && attachments.length <= 1 ? this.firstToReturn(stored) : undefined;
  }

  private async firstToReturn({ event, receivedAt }: Arrived): Promise<string | undefined> {
    const fitting = await this.goneLike(event, targetOf(event), receivedAt);
    for (const { id } of fitting) if (!(await this.inbox.exists(returnOf(event, id)))) return id;
    return undefined;
  }

  /**
   * Our own sends to that place at about that time with the same words, those with an equal text first. They cannot be
   * found by id, because a copy can arrive before the remote has reported the id of our message.
   */
  async goneLike(said: Said, target: Target, receivedAt: number): Promise<readonly Delivery[]> {
    const span = spanOf(said, receivedAt);
    const gone = await this.ourMessages.goneTo(target, span.from - LOOK_BACK_MS);
    const inTime = gone.filter((each) => wentOutIn(span, each));
    const like = (wanted: Likeness) => inTime.filter(({ content }) => copyLikeness(said, content) === wanted);
    return [...like('equal'), ...like('same')];
  }

  /**
   * Records, together with the end of the event, that this delivery has come back. @throws when it had come back
   * already
   */
  async recordReturn(
    tx: Tx,
    { sessionKey, event, receivedAt }: Omit<NewEvent, 'id'>,
    deliveryId: string,
  ): Promise<void> {
    const place = returnOf(event, deliveryId);
    const isFirst = await this.inbox.insertDone(tx, {
      ...place,
      sessionKey,
      receivedAt,
      reason: 'self-echo',
    });
    if (!isFirst)
      throw new Error(`delivery ${deliveryId} has already come back: the event is evaluated again`);
  }
}

/**
 * How a message is like the copy of a send. Compares files by size or name: one of them may differ, because the service
 * may report a converted form of the file.
 */
function copyLikeness({ text, attachments: [file] }: Said, content: OutboundContent): Likeness {
  if (!file || content.kind !== 'media')
    return file || content.kind === 'media' ? 'other' : likenessOf(content.text, text);
  const isSameFile = file.bytes === content.bytes || plainName(file.name) === plainName(content.filename);
  return isSameFile ? likenessOf(content.text, text) : 'other';
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The period in which the message may have been sent whose copy arrived at that time. */
function spanOf({ isLate, occurredAt }: Said, receivedAt: number): Span {
  const at = isLate ? Math.min(receivedAt, occurredAt) : receivedAt;
  const tolerance = isLate ? SERVICE_TOLERANCE_MS : REPLICA_TOLERANCE_MS;
  return { from: at - RETURN_MS - tolerance, to: at + tolerance };
}

/** A delivery without a known end may be being sent at this moment, however long ago it began. */
function wentOutIn({ from, to }: Span, delivery: Delivery): boolean {
  const { state, firstAttemptAt, lastAttemptAt, sentAt } = delivery;
  const isOpen = state !== 'sent';
  return (firstAttemptAt ?? to) <= to && (isOpen || Math.max(lastAttemptAt ?? 0, sentAt ?? 0) >= from);
}

const returnOf = ({ channel, account }: InboundEvent, deliveryId: string) => ({
  channel,
  account,
  inboxKey: `return:${deliveryId}`,
});
