import type { Provider, Type } from '@nestjs/common';
import { CommandReader } from '../../conversations/index.js';
import { CHAT_COMMANDS, type ChatCommand } from './command.js';
import { ConfigCommand } from './config.command.js';
import { HelpCommand } from './help.command.js';
import { HoldCommand, ReleaseCommand } from './hold.commands.js';
import { ModelCommand } from './model.command.js';
import { NewCommand } from './new.command.js';
import { StatusCommand } from './status.command.js';
import { StopCommand } from './stop.command.js';
import { ApproveCommand, DenyCommand } from './tools/approval.commands.js';
import { ToolsCommand } from './tools/tools.command.js';
import { UsageCommand } from './usage.command.js';
import { WhoamiCommand } from './whoami.command.js';

/** Every command after `/help`, which lists them in this order; a further one is one file and one line here. */
const COMMANDS: readonly Type<ChatCommand>[] = [
  StatusCommand,
  WhoamiCommand,
  UsageCommand,
  NewCommand,
  ModelCommand,
  ConfigCommand,
  StopCommand,
  HoldCommand,
  ReleaseCommand,
  ToolsCommand,
  ApproveCommand,
  DenyCommand,
];

export const CHAT_COMMAND_PROVIDERS: readonly Provider[] = [
  HelpCommand,
  ...COMMANDS,
  {
    provide: CHAT_COMMANDS,
    inject: [CommandReader, HelpCommand, ...COMMANDS],
    useFactory: (reader: CommandReader, help: HelpCommand, ...others: ChatCommand[]) => {
      const all = help.listing(others);
      reader.recognize(all.map(({ name }) => name));
      return all;
    },
  },
];
