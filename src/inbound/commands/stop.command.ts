import { Injectable } from '@nestjs/common';
import { Approvals, deciderOf, withdrawnText } from '../../conversations/index.js';
import { RunningTurns } from '../../turns/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

@Injectable()
export class StopCommand implements ChatCommand {
  readonly name = 'stop';
  readonly concerns = 'speaker';
  readonly usage = '/stop';
  readonly summary = 'stop the current answer and cancel pending approvals';

  constructor(
    private readonly turns: RunningTurns,
    private readonly approvals: Approvals,
  ) {}

  run({ stored }: CommandCall): CommandAnswer {
    let withdrawn = 0;
    return {
      text: '',
      outcome: () => `Stopped.${withdrawnText(withdrawn)}`,
      write: async (tx) => {
        await this.turns.stop(tx, stored);
        const { event, sessionKey } = stored;
        withdrawn = await this.approvals.withdrawIn(tx, event, sessionKey, deciderOf(event));
      },
    };
  }
}
