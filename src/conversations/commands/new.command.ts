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
   * A message after it is the first of the new history. When its turn runs again, starting the history again changes
   * nothing, unless the turn has already recorded what it did.
   */
  run({ stored: { sessionKey, hasActed }, rest }: CommandCall): CommandAnswer {
    return {
      text: 'A new session begins.',
      ...(hasActed ? {} : { write: (tx) => this.sessions.beginAfresh(tx, sessionKey) }),
      ...(rest === '' ? {} : { ask: rest }),
    };
  }
}
