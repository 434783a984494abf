import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { type EventSourceMessage, follow, jsonLine } from '../../gateway/follow.js';
import { printable } from '../../output/text.js';

interface Options extends ClientOptions {
  readonly follow: true;
  readonly since?: string;
}

/** The data of an event that only says that something has changed: it has nothing to show. */
const HINT = '{}';

/** `gatehouse events --follow` */
export function addEvents(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('events'))
    .description(
      'Show messages, pairing requests, approvals, decisions, holds and (for owners) audit entries as they happen, until Ctrl-C.',
    )
    .requiredOption('--follow', 'keep showing new events until Ctrl-C or until the gateway stops')
    .option('--since <id>', 'start after this event; its id is in the --json output')
    .action(async ({ since, ...options }: Options) => {
      const show = (event: EventSourceMessage) => {
        if (event.data === HINT) return;
        const line = options.json ? jsonLine(event) : textLine(event);
        cli.world.stdout.write(`${line}\n`);
      };
      const signal = cli.world.interruption();
      await follow(cli.admin(options), '/events', { lastId: since, signal, show });
    });
}

/** The kind of the event, and its plain values in their order. */
function textLine({ event = 'message', data }: EventSourceMessage): string {
  const values = Object.entries(JSON.parse(data) as Readonly<Record<string, unknown>>).flatMap(
    ([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [`${name}=${String(value)}`] : [],
  );
  return printable(`${event}: ${values.join('  ')}`);
}
