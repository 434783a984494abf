import { Injectable } from '@nestjs/common';
import { SessionRepository } from '../sessions/session.repository.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

@Injectable()
export class NewCommand implements ChatCommand {
  readonly name = 'new';
  readonly usage = '/new';
  readonly summary = 'begin afresh: nothing said before is remembered';

  constructor(private readonly sessions: SessionRepository) {}

  run({ stored: { sessionKey } }: CommandCall): CommandAnswer {
    return {
      text: 'A new session begins.',
      write: (tx) => this.sessions.beginAfresh(tx, sessionKey),
    };
  }
}
