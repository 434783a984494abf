import { Injectable } from '@nestjs/common';
import type { RemoteMessageId, Target } from '../../channels/index.js';
import type { Tx } from '../../persistence/index.js';
import type { OrderingTurn } from './message-order.js';
import { Holds } from '../holds/holds.service.js';
import { SessionRouter } from '../sessions/session-router.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import { TranscriptWriter } from '../transcript/transcript-writer.service.js';

/** A message of ours that is not an answer. */
export interface OutgoingLine {
  readonly target: Target;
  readonly text: string;
  /** Its delivery, or the first of several. */
  readonly deliveryId: string;
  /** The message it answers. */
  readonly replyTo: RemoteMessageId | undefined;
}

/**
 * Writes messages of tools and operators into the transcript as the assistant's own words: in the conversation they go
 * to, and in the session of the people who read them there. So the assistant knows the message when a person answers it
 * (ADR 0019, 0024).
 */
@Injectable()
export class OutgoingRecord {
  constructor(
    private readonly writer: TranscriptWriter,
    private readonly known: KnownMessagesRepository,
    private readonly router: SessionRouter,
    private readonly holds: Holds,
  ) {}

  /**
   * Records an operator's message. It has no event as its cause, and creates the conversation if there is none yet. While
   * somebody holds the conversation, it is the operator's own word (ADR 0095).
   */
  async writeOperators(tx: Tx, { target, ...line }: OutgoingLine, operator: string): Promise<void> {
    const sessionKey = (await this.known.lastSession(tx, target)) ?? this.router.sessionAt(target);
    const author = (await this.holds.isHeldIn(tx, target)) ? operator : undefined;
    const entry = { ...line, place: target, sessionKey, eventId: line.deliveryId, author };
    await this.writer.storeOurs(tx, entry, { details: this.router.describe(target) });
  }

  /** Records a tool's message, in the session of its turn if the target's session is unknown. */
  async writeTools(tx: Tx, turn: OrderingTurn, { target, ...line }: OutgoingLine): Promise<void> {
    const isHere = target.conversation === turn.event.conversation.id;
    const elsewhere = isHere ? undefined : await this.known.lastSession(tx, target);
    const sessionKey = elsewhere ?? turn.sessionKey;
    // In the transcript, the question must stand before the messages that it causes.
    if (turn.question && sessionKey === turn.sessionKey) await this.writer.storeQuestion(tx, turn.question);
    const entry = { ...line, place: target, sessionKey, eventId: turn.id };
    await this.writer.storeOurs(tx, entry, { touches: !isHere });
  }
}
