import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { AdminClient } from '../../gateway/admin-client.js';
import type { Channel } from '../../gateway/answers.js';
import type { Cli, OutputOptions } from '../../cli.js';
import { DEFAULT_ACCOUNT, listOf } from '../../setup/account-answers.js';
import { channelDetails } from '../../output/status-text.js';
import { textOf } from '../../input/stdin.js';
import { tableOf } from '../../output/table.js';
import { apiCommand } from '../api-command.js';

/** `gatehouse channels …` */
export function addChannels(program: Command, cli: Cli): void {
  const channels = program.command('channels').description('Manage messaging services.');
  addChannelsList(channels, cli);
  addChannelsStatus(channels, cli);
  const add = channels.command('add').description('Add a channel to the configuration.');
  addChannelsAddImbridge(add, cli);
  addChannelsTest(channels, cli);
  addChannelsRemove(channels, cli);
}

const addChannelsList = apiCommand({
  name: 'list',
  description: 'List the accounts of all channels with their state and policies.',
  call: (admin) => admin.whole<Channel>('/channels'),
  text: ({ items }, { table, asCalled }) =>
    asCalled(accountTable({ items: items.flatMap(accountsOf) }, { table })),
});

const accountsOf = ({ channel, accounts }: Channel) => accounts.map((each) => ({ ...each, channel }));

const accountTable = tableOf<ReturnType<typeof accountsOf>[number]>(
  'No channel is configured: `gatehouse onboard`.',
  {
    CHANNEL: 'channel',
    ACCOUNT: 'account',
    STATE: 'status',
    DIRECT: 'dm_policy',
    GROUPS: 'group_policy',
    REASON: 'reason',
  },
);

const addChannelsStatus = apiCommand({
  name: 'status',
  description: 'Show the capabilities and state of the channels; `status --all` includes this.',
  options: [new Option('--deep', 'query every service for its state')],
  call: async (admin, { deep = false }: { readonly deep?: boolean }) => ({
    items: await channelDetailsOf(admin, deep),
    next_cursor: null,
  }),
  text: ({ items }) => items.map(channelDetails).join('\n\n'),
});

interface AddImbridgeOptions extends OutputOptions {
  readonly httpUrl: string;
  readonly password?: string;
  readonly passwordFile?: string;
  readonly account: string;
  readonly webhookPath?: string;
  readonly webhookUrl?: string;
  readonly dmPolicy?: string;
  readonly allowFrom?: readonly string[];
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly probe: boolean;
}

/** `gatehouse channels add imbridge` */
function addChannelsAddImbridge(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('imbridge'))
    .description('Add iMessage through a BlueBubbles server to the configuration, and check that it works.')
    .requiredOption('--http-url <server_url>', 'address of the bridge server, http://<host>:<port>')
    .option(
      '--password <password>',
      'its API password; - reads it from standard input, hidden from other users',
    )
    .addOption(
      new Option('--password-file <file>', 'the file that contains the password').conflicts('password'),
    )
    .option('--account <id>', 'name of the account, if there are several', DEFAULT_ACCOUNT)
    .option('--webhook-path <path>', 'path of the webhook on the gateway (default: /imbridge-webhook)')
    .option(
      '--webhook-url <url>',
      'where the bridge reaches this gateway, such as http://192.168.1.10:3000 (default: gateway.publicUrl)',
    )
    .option('--dm-policy <policy>', 'pairing, allowlist, open or disabled (default: pairing)')
    .option(
      '--allow-from <list>',
      'phone numbers, email addresses or chat targets, separated by commas',
      listOf,
    )
    .option('--force', 'change an existing account; other settings stay')
    .option(
      '--yes',
      "for a bridge on another machine: use this machine's address in its network, and listen there (gateway.host)",
    )
    .option('--no-probe', 'skip the connection test')
    .action(async ({ httpUrl, password, passwordFile, account, ...options }: AddImbridgeOptions) => {
      const { addAccount } = await import('../../setup/add-account.js');
      const typed = password === '-' ? await textOf(cli.world.stdin) : password;
      const { webhookPath, webhookUrl, dmPolicy, allowFrom, force = false, yes = false, probe } = options;
      const secret = passwordFile === undefined ? typed : { file: resolve(passwordFile) };
      const answers = {
        serverUrl: httpUrl,
        password: secret,
        webhookPath,
        webhookUrl,
        dmPolicy,
        allowFrom,
      };
      const ways = { isForced: force, isSure: yes, isProbed: probe };
      await addAccount(cli, options, { account, answers, ...ways });
    });
}

interface CheckOptions extends OutputOptions {
  readonly account?: string;
}

const ACCOUNT = 'one account (default: all accounts of the channel)';

/** `gatehouse channels test <channel>` */
function addChannelsTest(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('test'))
    .description(
      'Test the service of a channel with the configuration on this machine; works without a running gateway.',
    )
    .argument('<channel>', 'for example imbridge')
    .option('--account <account>', ACCOUNT)
    .option('--to <target>', 'also send a test message to this target through the running gateway')
    .action(async (channel: string, { account, to, ...options }: CheckOptions & { readonly to?: string }) => {
      const { testChannel } = await import('../../setup/test-channel.js');
      await testChannel(cli, options, { channel, account, to });
    });
}

/** `gatehouse channels remove <channel>` */
function addChannelsRemove(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('remove'))
    .description(
      'Remove a channel from the configuration, and list what is left over. Its conversations stay.',
    )
    .argument('<channel>', 'for example imbridge')
    .option('--account <account>', ACCOUNT)
    .option('--yes', 'do not ask for confirmation')
    .action(
      async (
        channel: string,
        { account, yes = false, ...options }: CheckOptions & { readonly yes?: boolean },
      ) => {
        const { removeChannel } = await import('../../setup/remove-channel.js');
        await removeChannel(cli, options, { channel, account, isSure: yes });
      },
    );
}

/** Everything known about the channels; deep = asks every service behind them for its state. */
export async function channelDetailsOf(admin: AdminClient, isDeep: boolean): Promise<readonly Channel[]> {
  const { items } = await admin.whole<Channel>('/channels');
  if (!isDeep) return items;
  return Promise.all(items.map((each) => admin.get<Channel>(`/channels/${each.channel}`, { deep: 'true' })));
}
