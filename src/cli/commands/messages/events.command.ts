import type { EventSourceMessage } from 'eventsource-parser';
import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { printable } from '../../output/text.js';

interface Options extends ClientOptions {
  readonly follow: true;
  readonly since?: string;
}

/** `gatehouse events --follow` */
export function addEvents(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('events'))
    .description(
      'Show messages, pairing requests, holds and, to owners, audit entries as they happen; Ctrl-C ends it.',
    )
    .requiredOption('--follow', 'until it is interrupted, or the gateway ends')
    .option('--since <id>', 'first those since this event, by the id that --json shows')
    .action(async ({ since, ...options }: Options) => {
      const { createParser } = await import('eventsource-parser');
      const signal = cli.world.interruption();
      const show = (event: EventSourceMessage) => {
        const line = options.json ? jsonLine(event) : textLine(event);
        cli.world.stdout.write(`${line}\n`);
      };
      const parser = createParser({ onEvent: show });
      const decoder = new TextDecoder();
      const headers: Record<string, string> = since === undefined ? {} : { 'last-event-id': since };
      for await (const bytes of cli.admin(options).stream('/events', headers, signal))
        parser.feed(decoder.decode(bytes, { stream: true }));
    });
}

/** One JSON object a line, so that a program can read them as they come. */
const jsonLine = ({ id, event, data }: EventSourceMessage): string =>
  JSON.stringify({ id: id ?? null, event: event ?? 'message', data: JSON.parse(data) as unknown });

/** The kind of the event, and its plain values in their order. */
function textLine({ event = 'message', data }: EventSourceMessage): string {
  const values = Object.entries(JSON.parse(data) as Readonly<Record<string, unknown>>).flatMap(
    ([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [`${name}=${String(value)}`] : [],
  );
  return printable(`${event}: ${values.join('  ')}`);
}
