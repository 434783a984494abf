import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import { type EventSourceMessage, follow } from '../../gateway/follow.js';
import { printableLines } from '../../output/text.js';

/** The end of a trial: `answered`, or `failed` with the reason. */
type TrialEnd = Readonly<Record<string, unknown>> & {
  readonly failure?: string;
  readonly what?: string | null;
  readonly remedy?: string | null;
};

/** `gatehouse agents try <agent> <text>` */
export function addAgentsTry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('try'))
    .description(
      'Ask an agent of the running gateway one question, outside of every conversation. Nothing is stored or sent; its tokens count.',
    )
    .argument('<agent>', 'as `agents list` shows it')
    .argument('<text>', 'the question')
    .action(async (agent: string, text: string, options: ClientOptions) => {
      const signal = cli.world.interruption();
      let answer = '';
      let end: TrialEnd | undefined;
      const show = ({ event, data }: EventSourceMessage) => {
        const told = JSON.parse(data) as TrialEnd & { readonly text?: string };
        if (event !== 'text') return void (end = told);
        answer += told.text ?? '';
        if (!options.json) cli.world.stdout.write(printableLines(told.text ?? ''));
      };
      await follow(cli.admin(options), `/agents/${encodeURIComponent(agent)}/try`, {
        body: { text },
        signal,
        show,
      });
      if (signal.aborted) throw new CliFailure('interrupted', EXIT.interrupted);
      cli.print(options, { agent, answer, ...end }, () => '');
      if (!end || end.failure !== undefined) throw new CliFailure(troubleOf(end));
    });
}

const troubleOf = (end: TrialEnd | undefined): string =>
  [end?.what, end?.failure && `(${end.failure})`, end?.remedy].filter(Boolean).join(' ') ||
  'the gateway ended before the answer did';
