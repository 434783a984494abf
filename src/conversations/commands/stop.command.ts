import { Injectable } from '@nestjs/common';
import { RunningTurns } from '../turns/running-turns.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

@Injectable()
export class StopCommand implements ChatCommand {
  readonly name = 'stop';
  readonly concerns = 'speaker';
  readonly usage = '/stop';
  readonly summary = 'stop the answer that is being written';

  constructor(private readonly turns: RunningTurns) {}

  run({ stored }: CommandCall): CommandAnswer {
    return { text: 'Stopped.', write: (tx) => this.turns.stop(tx, stored) };
  }
}
