import { Injectable } from '@nestjs/common';
import { Approvals, deciderOf, SessionRepository, withdrawnText } from '../../conversations/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

@Injectable()
export class NewCommand implements ChatCommand {
  readonly name = 'new';
  readonly concerns = 'session';
  readonly usage = '/new [message]';
  readonly summary = 'start a new conversation; forget the old one and cancel pending approvals';

  constructor(
    private readonly sessions: SessionRepository,
    private readonly approvals: Approvals,
  ) {}

  /**
   * A text after the command is the first message of the new history. When its turn runs again, starting the history
   * again has no effect, unless the turn has already recorded an effect of its own.
   */
  run({ stored: { sessionKey, event, hasActed }, rest }: CommandCall): CommandAnswer {
    let withdrawn = 0;
    const write: CommandAnswer['write'] = async (tx) => {
      await this.sessions.beginAfresh(tx, sessionKey);
      withdrawn = await this.approvals.withdrawSession(tx, sessionKey, deciderOf(event));
    };
    return {
      text: '',
      outcome: () => `New conversation started.${withdrawnText(withdrawn)}`,
      ...(hasActed ? {} : { write }),
      ...(rest === '' ? {} : { ask: rest }),
    };
  }
}
