import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import { TranscriptRepository } from '../transcript.repository.js';
import { textForModel } from './text-for-model.js';

/** Writes down what a turn leaves to be remembered. */
@Injectable()
export class TurnRecord {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly clock: Clock,
  ) {}

  /** @param answer may be empty: then only the question stands. */
  async write(tx: Tx, { id, sessionKey, event }: StoredEvent<Utterance>, answer: string): Promise<void> {
    const at = this.clock.now();
    const entry = { sessionKey, eventId: id, event, at };
    await this.transcript.append(tx, { ...entry, role: 'user', text: textForModel(event) });
    const text = answer.trim();
    if (text !== '') await this.transcript.append(tx, { ...entry, role: 'assistant', text });
    await this.transcript.touchConversation(tx, event, at);
  }
}
