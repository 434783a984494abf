import { Injectable } from '@nestjs/common';
import type { RemoteMessageId, Target } from '../../../channels/index.js';
import { Clock } from '../../../common/index.js';
import type { Tx } from '../../../persistence/index.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { TranscriptRepository } from '../../transcript/transcript.repository.js';
import { TranscriptWriter } from '../../transcript/transcript-writer.service.js';
import { KnownMessagesRepository } from '../../transcript/known-messages.repository.js';

/** Something the assistant says by a tool. */
export interface ToolSaying {
  readonly target: Target;
  readonly text: string;
  /** The first of its deliveries. */
  readonly deliveryId: string | undefined;
  /** The message it answers. */
  readonly replyTo: RemoteMessageId | undefined;
}

/**
 * Has what is said by tools remembered where it belongs: in the conversation it goes to, and in the session that
 * those who read it there talk in; in the acting one where none is known (ADR 0019).
 */
@Injectable()
export class ToolSpeech {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly known: KnownMessagesRepository,
    private readonly writer: TranscriptWriter,
    private readonly clock: Clock,
  ) {}

  async write(tx: Tx, stored: StoredEvent<Utterance>, { target, ...saying }: ToolSaying): Promise<void> {
    const isHere = target.conversation === stored.event.conversation.id;
    const elsewhere = isHere ? undefined : await this.known.lastSession(tx, target);
    const sessionKey = elsewhere ?? stored.sessionKey;
    // What was asked comes before what is said because of it.
    if (sessionKey === stored.sessionKey) await this.writer.question(tx, stored);
    const at = this.clock.now();
    await this.transcript.appendOurs(tx, { ...saying, place: target, sessionKey, eventId: stored.id, at });
    if (!isHere) await this.transcript.touchKnown(tx, target, at);
  }
}
