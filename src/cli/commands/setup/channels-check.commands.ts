import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../../cli.js';

interface Options extends OutputOptions {
  readonly account?: string;
}

const ACCOUNT = 'one of several accounts (default: all of the channel)';

/** `gatehouse channels test <channel>` */
export function addChannelsTest(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('test'))
    .description(
      'Ask the service of a channel with the configuration of this machine; a gateway need not run.',
    )
    .argument('<channel>', 'for instance imbridge')
    .option('--account <account>', ACCOUNT)
    .option('--to <target>', 'also send one message there, by the running gateway')
    .action(async (channel: string, { account, to, ...options }: Options & { readonly to?: string }) => {
      const { testChannel } = await import('../../setup/test-channel.js');
      await testChannel(cli, options, { channel, account, to });
    });
}

/** `gatehouse channels remove <channel>` */
export function addChannelsRemove(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('remove'))
    .description('Take a channel out of the configuration, and say what is left; its conversations stay.')
    .argument('<channel>', 'for instance imbridge')
    .option('--account <account>', ACCOUNT)
    .option('--yes', 'do not ask')
    .action(
      async (channel: string, { account, yes = false, ...options }: Options & { readonly yes?: boolean }) => {
        const { removeChannel } = await import('../../setup/remove-channel.js');
        await removeChannel(cli, options, { channel, account, isSure: yes });
      },
    );
}
