import { Command } from 'commander';
import { Cli } from './cli.js';
import { addAudit } from './commands/audit.command.js';
import { addChannelsAddImbridge } from './commands/channels-add-imbridge.command.js';
import { addChannelsList } from './commands/channels-list.command.js';
import { addChannelsStatus } from './commands/channels-status.command.js';
import { addCompletion } from './commands/completion.command.js';
import { addConfigGet } from './commands/config-get.command.js';
import { addConfigSet } from './commands/config-set.command.js';
import { addConfigShow } from './commands/config-show.command.js';
import { addConfigUnset } from './commands/config-unset.command.js';
import { addConfigValidate } from './commands/config-validate.command.js';
import { addConversationsList } from './commands/conversations-list.command.js';
import { addConversationsShow } from './commands/conversations-show.command.js';
import { addDbCheck } from './commands/db-check.command.js';
import { addDbExport } from './commands/db-export.command.js';
import { addDbImport } from './commands/db-import.command.js';
import { addDbMigrate } from './commands/db-migrate.command.js';
import { addDeadLettersList } from './commands/dead-letters-list.command.js';
import { addDeadLettersRetry } from './commands/dead-letters-retry.command.js';
import { addDeliveriesList } from './commands/deliveries-list.command.js';
import { addDeliveriesRetry } from './commands/deliveries-retry.command.js';
import { addDeliveriesShow } from './commands/deliveries-show.command.js';
import { addDemo } from './commands/demo.command.js';
import { addExplain } from './commands/explain.command.js';
import { addGrantsAdd } from './commands/grants-add.command.js';
import { addGrantsList } from './commands/grants-list.command.js';
import { addGrantsRemove } from './commands/grants-remove.command.js';
import { addKeysCreate } from './commands/keys-create.command.js';
import { addKeysList } from './commands/keys-list.command.js';
import { addKeysRevoke } from './commands/keys-revoke.command.js';
import { addLoopsEnd } from './commands/loops-end.command.js';
import { addLoopsList } from './commands/loops-list.command.js';
import { addMessagePoll } from './commands/message-poll.command.js';
import { addMessageSend } from './commands/message-send.command.js';
import { addOnboard } from './commands/onboard.command.js';
import { addPairingApprove } from './commands/pairing-approve.command.js';
import { addPairingDeny } from './commands/pairing-deny.command.js';
import { addPairingList } from './commands/pairing-list.command.js';
import { addPluginsInstall } from './commands/plugins-install.command.js';
import { addPluginsList } from './commands/plugins-list.command.js';
import { addPluginsRemove } from './commands/plugins-remove.command.js';
import { addPollsList } from './commands/polls-list.command.js';
import { addPollsShow } from './commands/polls-show.command.js';
import { addSimulateBridge } from './commands/simulate-bridge.command.js';
import { addSimulateWorkplace } from './commands/simulate-workplace.command.js';
import { addStart } from './commands/start.command.js';
import { addStatus } from './commands/status.command.js';
import { addTokensCreate } from './commands/tokens-create.command.js';
import { addTokensList } from './commands/tokens-list.command.js';
import { addTokensRevoke } from './commands/tokens-revoke.command.js';
import { addUsersCreate } from './commands/users-create.command.js';
import { addUsersDelete } from './commands/users-delete.command.js';
import { addUsersLink, addUsersUnlink } from './commands/users-link.command.js';
import { addUsersList } from './commands/users-list.command.js';
import { addUsersShow } from './commands/users-show.command.js';
import { addUsersUpdate } from './commands/users-update.command.js';
import type { CliWorld } from './world.js';

/** The `gatehouse` command with all it can do. What a command needs beyond the admin API it loads when it runs. */
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
  addOnboard(program, cli);
  addStatus(program, cli);
  addChannels(program.command('channels').description('The services people write from.'), cli);
  addPlugins(program.command('plugins').description('Connectors that are installed separately.'), cli);
  const pairing = program.command('pairing').description('Let senders in, or not.');
  addPairingList(pairing, cli);
  addPairingApprove(pairing, cli);
  addPairingDeny(pairing, cli);
  const grants = program.command('grants').description('Who was let in, one by one.');
  for (const add of [addGrantsList, addGrantsAdd, addGrantsRemove]) add(grants, cli);
  const conversations = program.command('conversations').description('What is said where.');
  for (const add of [addConversationsList, addConversationsShow]) add(conversations, cli);
  const message = program.command('message').description('Write to somebody yourself.');
  addMessageSend(message, cli);
  addMessagePoll(message, cli);
  const deliveries = program.command('deliveries').description('Messages on their way out.');
  for (const add of [addDeliveriesList, addDeliveriesShow, addDeliveriesRetry]) add(deliveries, cli);
  const loops = program.command('loops').description('Conversations in which programs answer each other.');
  for (const add of [addLoopsList, addLoopsEnd]) add(loops, cli);
  const polls = program.command('polls').description('Polls and their results.');
  addPollsList(polls, cli);
  addPollsShow(polls, cli);
  const config = program.command('config').description('Read, change and check the configuration.');
  addConfigShow(config, cli);
  addConfigGet(config, cli);
  addConfigSet(config, cli);
  addConfigUnset(config, cli);
  addConfigValidate(config, cli);
  const deadLetters = program.command('dead-letters').description('Jobs that were given up.');
  addDeadLettersList(deadLetters, cli);
  addDeadLettersRetry(deadLetters, cli);
  addUsers(program.command('users').description('Accounts of the Data API.'), cli);
  addKeys(program.command('keys').description('API keys of users.'), cli);
  const tokens = program.command('tokens').description('Admin tokens of owners, operators and viewers.');
  for (const add of [addTokensList, addTokensCreate, addTokensRevoke]) add(tokens, cli);
  addAudit(program, cli);
  addExplain(program, cli);
  const db = program.command('db').description('The database itself: schema, backup, moving.');
  addDbMigrate(db, cli);
  addDbCheck(db, cli);
  addDbExport(db, cli);
  addDbImport(db, cli);
  const simulate = program.command('simulate').description('Imitations of the outside, to try things out.');
  addSimulateBridge(simulate, cli);
  addSimulateWorkplace(simulate, cli);
  addDemo(program, cli);
  addCompletion(program, cli);
  return program;
}

function addChannels(channels: Command, cli: Cli): void {
  addChannelsList(channels, cli);
  addChannelsStatus(channels, cli);
  const add = channels.command('add').description('Set a channel up in the configuration.');
  addChannelsAddImbridge(add, cli);
}

function addPlugins(plugins: Command, cli: Cli): void {
  addPluginsInstall(plugins, cli);
  addPluginsList(plugins, cli);
  addPluginsRemove(plugins, cli);
}

function addUsers(users: Command, cli: Cli): void {
  for (const add of [addUsersList, addUsersShow, addUsersCreate, addUsersUpdate, addUsersDelete])
    add(users, cli);
  addUsersLink(users, cli);
  addUsersUnlink(users, cli);
}

function addKeys(keys: Command, cli: Cli): void {
  addKeysList(keys, cli);
  addKeysCreate(keys, cli);
  addKeysRevoke(keys, cli);
}
