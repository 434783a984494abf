import { Injectable } from '@nestjs/common';
import { SessionRepository } from '../sessions/session.repository.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

@Injectable()
export class NewCommand implements ChatCommand {
  readonly name = 'new';
  readonly concerns = 'session';
  readonly usage = '/new [message]';
  readonly summary = 'begin afresh: nothing said before is remembered';

  constructor(private readonly sessions: SessionRepository) {}

  /**
   * A text after the command is the first message of the new history. When its turn runs again, starting the history
   * again has no effect, unless the turn has already recorded an effect of its own.
   */
  run({ stored: { sessionKey, hasActed }, rest }: CommandCall): CommandAnswer {
    return {
      text: 'A new session begins.',
      ...(hasActed ? {} : { write: (tx) => this.sessions.beginAfresh(tx, sessionKey) }),
      ...(rest === '' ? {} : { ask: rest }),
    };
  }
}
