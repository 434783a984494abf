import { Injectable } from '@nestjs/common';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import { describeChange } from './describe-change.js';
import {
  DropCounter,
  type DropReason,
  InboundFiles,
  InboxRepository,
  isUtterance,
  linesForModel,
  type StoredEvent,
  TAKEN_BACK,
  textForModel,
  TranscriptWriter,
  withFilesOf,
} from '../conversations/index.js';

/** Keeps events that are not answered but may matter for the next answer: group messages, and changes. */
@Injectable()
export class ContextRecorder {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptWriter,
    private readonly drops: DropCounter,
    private readonly files: InboundFiles,
  ) {}

  /**
   * Keeps a message that was not for the assistant as context of the group. Its files are fetched now, because a
   * service may not keep them for long.
   */
  async hear(job: ClaimedJob, stored: StoredEvent, reason: DropReason): Promise<JobResult> {
    if (!isUtterance(stored)) return this.notice(job, stored);
    const heard = await this.files.complete(stored, job.signal);
    return this.recordAndEnd(job, heard, { kind: 'heard', write: async () => textForModel(heard), reason });
  }

  /** Keeps a reaction, a join or an edit; the assistant learns of it in its next turn. */
  async notice(job: ClaimedJob, stored: StoredEvent): Promise<JobResult> {
    const seen = await this.files.complete(stored, job.signal);
    return this.recordAndEnd(job, seen, { kind: 'notice', write: (tx) => this.change(tx, seen) });
  }

  /** Records a change in words, and ends its event. */
  recordNotice(tx: Tx, stored: StoredEvent, text: string): Promise<void> {
    return this.write(tx, stored, { kind: 'notice', text });
  }

  /**
   * Applies an author's change of a message to the transcript too, so that no one is quoted with a text they took back.
   */
  private async change(tx: Tx, { event, files = [] }: StoredEvent): Promise<string> {
    if (event.kind !== 'notice') return '';
    const { change } = event;
    if (change.type !== 'edited' && change.type !== 'unsent')
      return linesForModel(describeChange(change), files);
    const rewritten = (was: string) =>
      change.type === 'edited' ? withFilesOf(was, change.text) : TAKEN_BACK;
    const { type, messageId } = change;
    const isRewritten = await this.transcript.rewrite(tx, {
      event,
      messageId,
      rewritten,
      isTakenBack: type === 'unsent',
    });
    return describeChange(change, isRewritten);
  }

  private async recordAndEnd(
    job: ClaimedJob,
    stored: StoredEvent,
    { kind, write, reason }: Kept & { write: (tx: Tx) => Promise<string>; reason?: DropReason },
  ): Promise<JobResult> {
    const end = async (tx: Tx) => {
      const { channel, account, conversation } = stored.event;
      const about = { eventId: stored.id, conversationId: conversation.id };
      if (reason !== undefined)
        tx.afterCommit(() => this.drops.count({ channel, account, kind: conversation.kind, reason, about }));
      const text = await write(tx);
      await Promise.all([this.write(tx, stored, { kind, text }), job.complete(tx)]);
    };
    await this.db.transaction(end, { isBatch: kind === 'heard' });
    return DONE;
  }

  private async write(tx: Tx, stored: StoredEvent, line: Kept & { text: string }): Promise<void> {
    await Promise.all([
      this.transcript.storeHeard(tx, stored, line),
      this.inbox.finish(tx, stored, { outcome: 'heard', judged: stored.judged }),
    ]);
  }
}

interface Kept {
  readonly kind: 'heard' | 'notice';
}
