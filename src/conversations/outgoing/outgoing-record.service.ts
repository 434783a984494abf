import { Injectable } from '@nestjs/common';
import type { RemoteMessageId, Target } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';
import { SessionRouter } from '../sessions/session-router.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import { TranscriptRepository } from '../transcript/transcript.repository.js';
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
 * Writes messages of tools and operators into the transcript as the assistant's own words: in the conversation they
 * go to, and in the session of the people who read them there. So a person who answers talks to an assistant that
 * knows the message (ADR 0019, 0024).
 */
@Injectable()
export class OutgoingRecord {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly writer: TranscriptWriter,
    private readonly known: KnownMessagesRepository,
    private readonly router: SessionRouter,
    private readonly clock: Clock,
  ) {}

  /** An operator's message: no event caused it, and it begins the conversation if there is none. */
  async writeOperators(tx: Tx, { target, ...line }: OutgoingLine): Promise<void> {
    const sessionKey = (await this.known.lastSession(tx, target)) ?? this.router.sessionAt(target);
    const at = this.clock.now();
    const entry = { ...line, place: target, sessionKey, eventId: line.deliveryId, at };
    await this.transcript.appendOurs(tx, entry);
    const details = this.router.describe(target);
    if (details) await this.transcript.touchConversation(tx, { ...target, ...details }, at);
    else await this.transcript.touchKnown(tx, target, at);
  }

  /** A tool's message; in the session of its turn when the target's session is unknown. */
  async writeTools(tx: Tx, turn: StoredEvent<Utterance>, { target, ...line }: OutgoingLine): Promise<void> {
    const isHere = target.conversation === turn.event.conversation.id;
    const elsewhere = isHere ? undefined : await this.known.lastSession(tx, target);
    const sessionKey = elsewhere ?? turn.sessionKey;
    // A question comes before the messages it causes.
    if (sessionKey === turn.sessionKey) await this.writer.question(tx, turn);
    const at = this.clock.now();
    await this.transcript.appendOurs(tx, { ...line, place: target, sessionKey, eventId: turn.id, at });
    if (!isHere) await this.transcript.touchKnown(tx, target, at);
  }
}
