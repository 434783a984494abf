import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { listOf } from '../setup/account-answers.js';
import { DEFAULT_ACCOUNT } from '../setup/account-place.js';
import { textOf } from '../stdin.js';

interface Options extends OutputOptions {
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
export function addChannelsAddImbridge(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('imbridge'))
    .description('Add a bridge server to the configuration, and ask it whether it can be used.')
    .requiredOption('--http-url <server_url>', 'address of the bridge server, http://<host>:<port>')
    .option('--password <password>', 'its API password; - reads it from standard input, where nobody sees it')
    .addOption(new Option('--password-file <file>', 'the file the password stays in').conflicts('password'))
    .option('--account <id>', 'one of several accounts', DEFAULT_ACCOUNT)
    .option('--webhook-path <path>', 'path of the webhook on the gateway (default: /imbridge-webhook)')
    .option('--dm-policy <policy>', 'pairing, allowlist, open or disabled (default: pairing)')
    .option('--allow-from <list>', 'phone numbers, e-mail addresses, chat targets, by commas', listOf)
    .option('--force', 'change an account that is there; what is not given stays')
    .option('--no-probe', 'do not ask the bridge')
    .action(async ({ httpUrl, password, passwordFile, account, force, probe, ...options }: Options) => {
      const { addAccount } = await import('../setup/add-account.js');
      const typed = password === '-' ? await textOf(cli.world.stdin) : password;
      const { webhookPath, dmPolicy, allowFrom } = options;
      const secret = passwordFile === undefined ? typed : { file: resolve(passwordFile) };
      const answers = { serverUrl: httpUrl, password: secret, webhookPath, dmPolicy, allowFrom };
      await addAccount(cli, options, { account, answers, isForced: force ?? false, isProbed: probe });
    });
}
