import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { AdminClient } from '../../gateway/admin-client.js';
import type { Channel } from '../../gateway/answers.js';
import type { Cli, ClientOptions, OutputOptions } from '../../cli.js';
import { addChannelsRemove, addChannelsTest } from './channels-check.commands.js';
import { DEFAULT_ACCOUNT, listOf } from '../../setup/account-answers.js';
import { channelDetails } from '../../output/status-text.js';
import { textOf } from '../../input/stdin.js';
import type { Table } from '../../output/table.js';
import { asCalled } from '../../output/text.js';

/** `gatehouse channels …` */
export function addChannels(program: Command, cli: Cli): void {
  const channels = program.command('channels').description('Manage the services from which people write.');
  addChannelsList(channels, cli);
  addChannelsStatus(channels, cli);
  const add = channels.command('add').description('Set up a channel in the configuration.');
  addChannelsAddImbridge(add, cli);
  addChannelsTest(channels, cli);
  addChannelsRemove(channels, cli);
}

/** `gatehouse channels list` */
function addChannelsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List the accounts of all channels, with their state and policies.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).whole<Channel>('/channels');
      cli.print(options, list, (table) => asCalled(cli.world, render(table, list.items)));
    });
}

function render(table: Table, channels: readonly Channel[]): string {
  const rows = channels.flatMap(({ channel, accounts }) =>
    accounts.map((each) => [
      channel,
      each.account,
      each.status,
      each.dm_policy,
      each.group_policy,
      each.reason ?? '',
    ]),
  );
  if (rows.length === 0) return 'No channel is configured: `gatehouse onboard`.';
  return table(['CHANNEL', 'ACCOUNT', 'STATE', 'DIRECT', 'GROUPS', 'REASON'], rows);
}

interface StatusOptions extends ClientOptions {
  readonly deep?: boolean;
}

/** `gatehouse channels status` */
function addChannelsStatus(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('status'))
    .description('Show the capabilities and the state of the channels; `status --all` includes this.')
    .option('--deep', 'ask every service for its state')
    .action(async ({ deep = false, ...options }: StatusOptions) => {
      const items = await channelDetailsOf(cli.admin(options), deep);
      cli.print(options, { items, next_cursor: null }, () => items.map(channelDetails).join('\n\n'));
    });
}

interface AddImbridgeOptions extends OutputOptions {
  readonly httpUrl: string;
  readonly password?: string;
  readonly passwordFile?: string;
  readonly account: string;
  readonly webhookPath?: string;
  readonly dmPolicy?: string;
  readonly allowFrom?: readonly string[];
  readonly force?: boolean;
  readonly probe: boolean;
}

/** `gatehouse channels add imbridge` */
function addChannelsAddImbridge(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('imbridge'))
    .description('Add a bridge server to the configuration, and check that it can be used.')
    .requiredOption('--http-url <server_url>', 'address of the bridge server, http://<host>:<port>')
    .option(
      '--password <password>',
      'its API password; - reads it from standard input, where others cannot see it',
    )
    .addOption(
      new Option('--password-file <file>', 'the file that contains the password').conflicts('password'),
    )
    .option('--account <id>', 'one of several accounts', DEFAULT_ACCOUNT)
    .option('--webhook-path <path>', 'path of the webhook on the gateway (default: /imbridge-webhook)')
    .option('--dm-policy <policy>', 'pairing, allowlist, open or disabled (default: pairing)')
    .option(
      '--allow-from <list>',
      'phone numbers, e-mail addresses, chat targets, separated by commas',
      listOf,
    )
    .option('--force', 'change an existing account; what is not given stays')
    .option('--no-probe', 'do not ask the bridge')
    .action(
      async ({ httpUrl, password, passwordFile, account, force, probe, ...options }: AddImbridgeOptions) => {
        const { addAccount } = await import('../../setup/add-account.js');
        const typed = password === '-' ? await textOf(cli.world.stdin) : password;
        const { webhookPath, dmPolicy, allowFrom } = options;
        const secret = passwordFile === undefined ? typed : { file: resolve(passwordFile) };
        const answers = { serverUrl: httpUrl, password: secret, webhookPath, dmPolicy, allowFrom };
        await addAccount(cli, options, { account, answers, isForced: force ?? false, isProbed: probe });
      },
    );
}

/** Everything known about the channels; deep = asks every service behind them for its state. */
export async function channelDetailsOf(admin: AdminClient, isDeep: boolean): Promise<readonly Channel[]> {
  const { items } = await admin.whole<Channel>('/channels');
  if (!isDeep) return items;
  return Promise.all(items.map((each) => admin.get<Channel>(`/channels/${each.channel}`, { deep: 'true' })));
}
