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
   * A message behind it is the first of what begins: to begin again, should its turn run again, changes nothing, but
   * where that turn has written down by now what it did.
   */
  run({ stored: { sessionKey, hasActed }, rest }: CommandCall): CommandAnswer {
    return {
      text: 'A new session begins.',
      ...(hasActed ? {} : { write: (tx) => this.sessions.beginAfresh(tx, sessionKey) }),
      ...(rest === '' ? {} : { ask: rest }),
    };
  }
}
