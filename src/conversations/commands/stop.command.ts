import { Injectable } from '@nestjs/common';
import { RunningTurns } from '../sessions/running-turns.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

@Injectable()
export class StopCommand implements ChatCommand {
  readonly name = 'stop';
  readonly usage = '/stop';
  readonly summary = 'stop the answer that is being written';

  constructor(
    private readonly turns: RunningTurns,
    private readonly sessions: SessionRepository,
  ) {}

  run({ stored: { sessionKey } }: CommandCall): CommandAnswer {
    return {
      text: 'Stopped.',
      write: async (tx) => {
        await this.sessions.stop(tx, sessionKey);
        tx.afterCommit(() => this.turns.stop(sessionKey));
      },
    };
  }
}
