import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { AssistantModule } from '../../assistant/index.js';
import { UsageModule } from '../../usage/index.js';
import {
  ApprovalsModule,
  HoldsModule,
  InboxModule,
  SessionsModule,
  TranscriptModule,
} from '../../conversations/index.js';
import { ToolsModule, TurnsModule } from '../../turns/index.js';
import { AnswersByCode, ApproveCommand, DenyCommand } from './tools/approval.commands.js';
import { CHAT_COMMANDS, type ChatCommand } from './command.js';
import { CommandEnds } from './command-ends.service.js';
import { CommandService } from './command.service.js';
import { ConfigCommand } from './config.command.js';
import { HoldCommand, ReleaseCommand } from './hold.commands.js';
import { HelpCommand } from './help.command.js';
import { ModelCommand } from './model.command.js';
import { NewCommand } from './new.command.js';
import { StatusCommand } from './status.command.js';
import { StopCommand } from './stop.command.js';
import { UsageCommand } from './usage.command.js';
import { ToolsCommand } from './tools/tools.command.js';
import { WhoamiCommand } from './whoami.command.js';

const OTHERS = [
  ...[StatusCommand, WhoamiCommand, UsageCommand, NewCommand, ModelCommand],
  ...[ConfigCommand, StopCommand, HoldCommand, ReleaseCommand],
  ...[ToolsCommand, ApproveCommand, DenyCommand],
];

/** Commands that people give to the gateway itself in a chat. */
@Module({
  imports: [
    AccessControlModule,
    ApprovalsModule,
    AssistantModule,
    HoldsModule,
    InboxModule,
    SessionsModule,
    ToolsModule,
    TranscriptModule,
    TurnsModule,
    UsageModule,
  ],
  providers: [
    HelpCommand,
    ...OTHERS,
    {
      provide: CHAT_COMMANDS,
      inject: [HelpCommand, ...OTHERS],
      useFactory: (help: HelpCommand, ...others: ChatCommand[]) => help.listing(others),
    },
    ...[AnswersByCode, CommandEnds, CommandService],
  ],
  exports: [CommandService],
})
export class CommandsModule {}
