import type { Command } from 'commander';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';

interface Options extends ClientOptions {
  readonly channel: string;
  readonly account?: string;
  readonly target: string;
  readonly question: string;
  readonly option: readonly string[];
  readonly maxSelections?: number;
}

interface AskedPoll {
  readonly poll_id: string;
  readonly delivery_id: string;
}

const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** `gatehouse message poll` */
export function addMessagePoll(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('poll'))
    .description('Ask a poll; `polls show` then counts the votes.')
    .requiredOption('--channel <channel>', 'for instance workchat')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .requiredOption('--target <target>', 'where, as the channel names places: conversation:<id>')
    .requiredOption('--question <text>', 'what is asked')
    .requiredOption('--option <text>', 'what can be chosen; give it for each option', collected)
    .option('--max-selections <number>', 'how many options one may choose (default: 1)', positiveNumber)
    .action(async ({ channel, account, target, question, option, maxSelections, ...options }: Options) => {
      const words = { question, options: option, max_selections: maxSelections };
      const asked = await cli
        .admin(options)
        .post<AskedPoll>('/polls', { channel, account, target, ...words });
      cli.print(options, asked, () => `Asked ${asked.poll_id}, by delivery ${asked.delivery_id}.`);
    });
}
