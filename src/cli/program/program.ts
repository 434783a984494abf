import { Command } from 'commander';
import { Cli } from '../cli.js';
import { addExamples } from './examples.js';
import { addAlerts } from '../commands/gateway/alerts.commands.js';
import { addApprovals } from '../commands/messages/approvals.commands.js';
import { addAgents } from '../commands/setup/agents.commands.js';
import { addBackup } from '../commands/gateway/backup.commands.js';
import { addChannels } from '../commands/setup/channels.commands.js';
import { addConfig } from '../commands/setup/config.commands.js';
import { addConversations } from '../commands/messages/conversations.commands.js';
import { addDb } from '../commands/gateway/db.commands.js';
import { addDeadLetters } from '../commands/messages/dead-letters.commands.js';
import { addDeliveries } from '../commands/messages/deliveries.commands.js';
import { addGrants } from '../commands/access/grants.commands.js';
import { addKeys } from '../commands/access/keys.commands.js';
import { addLoops } from '../commands/messages/loops.commands.js';
import { addMessage } from '../commands/messages/message.commands.js';
import { addMcp } from '../commands/setup/mcp/mcp.commands.js';
import { addWebhooks } from '../commands/setup/webhooks.commands.js';
import { addPairing } from '../commands/access/pairing.commands.js';
import { addPlugins } from '../commands/setup/plugins.commands.js';
import { addPolls } from '../commands/messages/polls.commands.js';
import { addPeople } from '../commands/access/people.commands.js';
import { addTokens } from '../commands/access/tokens.commands.js';
import { addUsers } from '../commands/access/users.commands.js';
import { addBudgets } from '../commands/usage/budgets.commands.js';
import { addUsage } from '../commands/usage/usage.command.js';
import { addAccess } from '../commands/access/access.command.js';
import { addConsole } from '../commands/access/console.command.js';
import { addAudit } from '../commands/access/audit.command.js';
import { addCompletion } from '../commands/gateway/completion.command.js';
import { addDemo } from '../commands/gateway/demo.command.js';
import { addDoctor } from '../commands/gateway/doctor.command.js';
import { addEvents } from '../commands/messages/events.command.js';
import { addExplain } from '../commands/messages/explain.command.js';
import { addHelp } from '../commands/gateway/help.command.js';
import { addImport } from '../commands/setup/import.command.js';
import { addOnboard } from '../commands/setup/onboard.command.js';
import { addService } from '../commands/gateway/service.commands.js';
import { addSimulate } from '../commands/gateway/simulate.commands.js';
import { addStart } from '../commands/gateway/start.command.js';
import { addLogs } from '../commands/gateway/logs.command.js';
import { addStatus } from '../commands/gateway/status.command.js';
import { addUpdate } from '../commands/gateway/update.commands.js';
import { asCalled } from '../output/text.js';
import type { CliWorld } from '../world.js';

/**
 * The `gatehouse` command with all subcommands. A command that needs more than the admin API loads it when it runs.
 * @param isJson the caller reports errors as JSON
 */
export function buildProgram(world: CliWorld, isJson = false): Command {
  const program = new Command('gatehouse')
    .description('Self-hosted assistant gateway.')
    .version(world.version)
    // So that a command may have an option of that name, too.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void world.stdout.write(asCalled(world, text)),
      writeErr: (text) => {
        if (!isJson) world.stderr.write(asCalled(world, text));
      },
    });
  const cli = new Cli(world);
  for (const [heading, commands] of GROUPS) {
    program.commandsGroup(`${heading}:`);
    for (const add of commands) add(program, cli);
  }
  program.commandsGroup('Channels of plugins:');
  addExamples(program);
  return program;
}

type Group = readonly [heading: string, commands: readonly ((program: Command, cli: Cli) => void)[]];

/** In the order in which the help lists them. */
const GROUPS: readonly Group[] = [
  ['First steps', [addOnboard, addStart, addStatus, addConsole, addDemo, addSimulate]],
  ['Set up', [addChannels, addAgents, addMcp, addPlugins, addWebhooks, addConfig, addImport]],
  ['People', [addPairing, addGrants, addAccess, addUsers, addKeys, addPeople]],
  ['Messages', [addConversations, addApprovals, addMessage, addPolls, addDeliveries, addExplain, addEvents]],
  [
    'Operate',
    [
      addDoctor,
      addAlerts,
      addLogs,
      addUsage,
      addBudgets,
      addLoops,
      addDeadLetters,
      addTokens,
      addAudit,
      addBackup,
      addDb,
      addService,
      addUpdate,
      addCompletion,
      addHelp,
    ],
  ],
];
