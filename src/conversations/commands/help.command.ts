import { Injectable } from '@nestjs/common';
import type { ChatCommand, CommandAnswer } from './command.js';

/** Lists the commands; the last of them to be made, since it shows the others. */
@Injectable()
export class HelpCommand implements ChatCommand {
  readonly name = 'help';
  readonly usage = '/help';
  readonly summary = 'what you can tell the gateway';
  private commands: readonly ChatCommand[] = [this];

  show(commands: readonly ChatCommand[]): void {
    this.commands = commands;
  }

  run(): CommandAnswer {
    return { text: this.commands.map(({ usage, summary }) => `${usage} - ${summary}`).join('\n') };
  }
}
