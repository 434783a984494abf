import { Injectable } from '@nestjs/common';
import { Clock } from '../common/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import { InboxRepository } from './inbox.repository.js';
import { Reply } from './reply.service.js';
import type { StoredEvent, Utterance } from './stored-event.js';
import { textForModel } from './text-for-model.js';
import { TranscriptRepository } from './transcript.repository.js';

export interface TurnEnd {
  readonly outcome: 'turn' | 'failed';
  /** May be empty: then nothing is sent. */
  readonly reply: string;
}

/** Commits what a turn brought, all of it or nothing: transcript, deliveries, the event's end (DESIGN 4). */
@Injectable()
export class TurnCommit {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly replies: Reply,
    private readonly clock: Clock,
  ) {}

  async end(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { outcome, reply }: TurnEnd,
  ): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      // An apology is no part of the conversation: the model must not learn to make them.
      await this.writeTranscript(tx, stored, outcome === 'turn' ? reply : '');
      await this.replies.put(tx, stored.event, { eventId: stored.id, text: reply });
      await this.inbox.finish(tx, stored.id, { outcome });
      await job.complete(tx);
    });
    return DONE;
  }

  private async writeTranscript(
    tx: Tx,
    { id, sessionKey, event }: StoredEvent<Utterance>,
    reply: string,
  ): Promise<void> {
    const at = this.clock.now();
    const entry = { sessionKey, eventId: id, event, at };
    await this.transcript.append(tx, { ...entry, role: 'user', text: textForModel(event) });
    if (reply !== '') await this.transcript.append(tx, { ...entry, role: 'assistant', text: reply });
    await this.transcript.touchConversation(tx, event, at);
  }
}
