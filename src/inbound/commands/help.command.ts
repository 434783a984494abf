import { Injectable } from '@nestjs/common';
import { type ChatCommand, type CommandAnswer, type CommandCall, mayBeGiven } from './command.js';

/** Lists the commands that the sender may give. It is created last, because it needs the others. */
@Injectable()
export class HelpCommand implements ChatCommand {
  readonly name = 'help';
  readonly concerns = 'speaker';
  readonly usage = '/help';
  readonly summary = 'list the commands';
  private commands: readonly ChatCommand[] = [this];

  /** @returns all commands in the order of the list, itself first */
  listing(others: readonly ChatCommand[]): readonly ChatCommand[] {
    this.commands = [this, ...others];
    return this.commands;
  }

  run(call: CommandCall): CommandAnswer {
    const given = this.commands.filter((each) => mayBeGiven(each, call));
    return { text: given.map(({ usage, summary }) => `${usage} - ${summary}`).join('\n') };
  }
}
