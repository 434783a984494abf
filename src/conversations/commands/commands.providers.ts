import type { Provider } from '@nestjs/common';
import { CHAT_COMMANDS, type ChatCommand } from './command.js';
import { CommandReader } from '../inbox/command-reader.js';
import { CommandService } from './command.service.js';
import { ConfigCommand } from './config.command.js';
import { HelpCommand } from './help.command.js';
import { ModelCommand } from './model.command.js';
import { NewCommand } from './new.command.js';
import { StatusCommand } from './status.command.js';
import { StopCommand } from './stop.command.js';
import { WhoamiCommand } from './whoami.command.js';

const COMMANDS = [
  HelpCommand,
  StatusCommand,
  WhoamiCommand,
  NewCommand,
  ModelCommand,
  ConfigCommand,
  StopCommand,
];

/** All that people can tell the gateway, and what runs it. */
export const COMMAND_PROVIDERS: readonly Provider[] = [
  ...COMMANDS,
  {
    provide: CHAT_COMMANDS,
    inject: COMMANDS,
    useFactory: (help: HelpCommand, ...others: ChatCommand[]) => {
      const commands = [help, ...others];
      help.show(commands);
      return commands;
    },
  },
  CommandReader,
  CommandService,
];
