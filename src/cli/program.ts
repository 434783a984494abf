import { Command } from 'commander';
import { Cli } from './cli.js';
import { addAgents } from './commands/agents.commands.js';
import { addChannels } from './commands/channels.commands.js';
import { addConfig } from './commands/config.commands.js';
import { addConversations } from './commands/conversations.commands.js';
import { addDb } from './commands/db.commands.js';
import { addDeadLetters } from './commands/dead-letters.commands.js';
import { addDeliveries } from './commands/deliveries.commands.js';
import { addGrants } from './commands/grants.commands.js';
import { addKeys } from './commands/keys.commands.js';
import { addLoops } from './commands/loops.commands.js';
import { addMessage } from './commands/message.commands.js';
import { addPairing } from './commands/pairing.commands.js';
import { addPlugins } from './commands/plugins.commands.js';
import { addPolls } from './commands/polls.commands.js';
import { addTokens } from './commands/tokens.commands.js';
import { addUsers } from './commands/users.commands.js';
import { addAudit } from './commands/audit.command.js';
import { addCompletion } from './commands/completion.command.js';
import { addDemo } from './commands/demo.command.js';
import { addExplain } from './commands/explain.command.js';
import { addOnboard } from './commands/onboard.command.js';
import { addSimulate } from './commands/simulate.commands.js';
import { addStart } from './commands/start.command.js';
import { addStatus } from './commands/status.command.js';
import type { CliWorld } from './world.js';

/** The `gatehouse` command with all subcommands. A command that needs more than the admin API loads it when it runs. */
export function buildProgram(world: CliWorld): Command {
  const program = new Command('gatehouse')
    .description('Self-hosted assistant gateway.')
    .version(world.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      writeErr: (text) => void world.stderr.write(text),
    });
  const cli = new Cli(world);
  addStart(program);
  for (const add of COMMANDS) add(program, cli);
  return program;
}

/** In the order in which the help lists them. */
const COMMANDS = [
  addOnboard,
  addStatus,
  addChannels,
  addAgents,
  addPlugins,
  addPairing,
  addGrants,
  addConversations,
  addMessage,
  addDeliveries,
  addLoops,
  addPolls,
  addConfig,
  addDeadLetters,
  addUsers,
  addKeys,
  addTokens,
  addAudit,
  addExplain,
  addDb,
  addSimulate,
  addDemo,
  addCompletion,
] as const;
