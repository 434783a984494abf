import { Injectable } from '@nestjs/common';
import { Clock } from '../common/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import { describeChange } from './describe-change.js';
import { DropCounter } from './drop-counter.js';
import { InboxRepository } from './inbox.repository.js';
import type { StoredEvent } from './stored-event.js';
import { textForModel } from './turns/text-for-model.js';
import { TranscriptRepository } from './transcript.repository.js';

/** Keeps what is not answered but may matter for the next answer: group talk, and what happens besides it. */
@Injectable()
export class Listener {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly drops: DropCounter,
    private readonly clock: Clock,
  ) {}

  /** A message to others: context of the group. */
  hear(job: ClaimedJob, stored: StoredEvent, reason: string): Promise<JobResult> {
    const { event } = stored;
    if (event.kind === 'notice') return this.notice(job, stored);
    return this.keep(job, stored, { kind: 'heard', text: textForModel(event), reason });
  }

  /** A reaction, a join, an edit: the assistant learns of it with its next turn. */
  notice(job: ClaimedJob, stored: StoredEvent): Promise<JobResult> {
    const { event } = stored;
    const text = event.kind === 'notice' ? describeChange(event.change) : '';
    return this.keep(job, stored, { kind: 'notice', text });
  }

  private async keep(
    job: ClaimedJob,
    { id, sessionKey, event }: StoredEvent,
    entry: { kind: 'heard' | 'notice'; text: string; reason?: string },
  ): Promise<JobResult> {
    const at = this.clock.now();
    await this.db.transaction(async (tx: Tx) => {
      await this.transcript.append(tx, { sessionKey, eventId: id, event, at, role: 'user', ...entry });
      await this.transcript.touchConversation(tx, event, at);
      await this.inbox.finish(tx, id, { outcome: 'heard' });
      await job.complete(tx);
      const { reason } = entry;
      if (reason !== undefined) tx.afterCommit(() => this.drops.count(event.channel, event.account, reason));
    });
    return DONE;
  }
}
