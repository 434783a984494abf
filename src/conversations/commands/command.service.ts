import { Injectable } from '@nestjs/common';
import { type ClaimedJob, Database, DONE, type JobResult } from '../../persistence/index.js';
import { InboxRepository } from '../inbox.repository.js';
import { Reply } from '../turns/reply.service.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import type { Command } from './parse-command.js';

/** Runs what people tell the gateway itself; the assistant hears nothing of it. */
@Injectable()
export class CommandService {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly replies: Reply,
  ) {}

  async run(
    job: ClaimedJob,
    { id, sessionKey, event }: StoredEvent<Utterance>,
    { command, isAuthorized }: { command: Command; isAuthorized: boolean },
  ): Promise<JobResult> {
    const isDirect = event.conversation.kind === 'direct';
    const text = isAuthorized ? `/${command.name} is not served yet.` : isDirect ? REFUSAL : '';
    await this.db.transaction(async (tx) => {
      await this.replies.put(tx, event, { eventId: id, sessionKey, text, isFirst: false });
      await this.inbox.finish(tx, id, { outcome: 'command' });
      await job.complete(tx);
    });
    return DONE;
  }
}

const REFUSAL = 'You are not allowed to use commands here.';
