import { Injectable } from '@nestjs/common';
import type { ClaimedJob, JobResult } from '../persistence/index.js';
import { CommandService } from './commands/command.service.js';
import { CommandReader } from './commands/command-reader.js';
import type { Judgement } from './judgement.js';
import { isUtterance, type StoredEvent } from './stored-event.js';
import { Stranger } from './stranger.service.js';
import { TurnService } from './turns/turn.service.js';
import { Unanswered } from './unanswered.service.js';

/** Brings an event that was judged to whoever deals with its kind. */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly stranger: Stranger,
    private readonly unanswered: Unanswered,
    private readonly reader: CommandReader,
    private readonly commands: CommandService,
    private readonly turns: TurnService,
  ) {}

  async dispatch(job: ClaimedJob, stored: StoredEvent, judgement: Judgement): Promise<JobResult> {
    switch (judgement.kind) {
      case 'refuse':
        return this.stranger.ignore(job, stored, judgement);
      case 'pair':
        return this.stranger.answer(job, stored);
      case 'hear':
        return this.unanswered.take(job, stored, judgement.reason);
      case 'admit':
        return this.admit(job, stored, judgement.isAuthorized);
    }
  }

  private async admit(
    job: ClaimedJob,
    stored: StoredEvent,
    isAuthorized: () => Promise<boolean>,
  ): Promise<JobResult> {
    if (!isUtterance(stored)) return this.unanswered.take(job, stored);
    const command = this.reader.read(stored.event, stored.sessionKey);
    return command
      ? this.commands.run(job, stored, { command, isAuthorized: await isAuthorized() })
      : this.turns.run(job, stored, { isAuthorized });
  }
}
