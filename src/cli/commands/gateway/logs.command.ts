import { type Command, Option } from 'commander';
import { LOG_LEVELS } from '../../../config/index.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import { type AdminClient, type Query, queryText } from '../../gateway/admin-client.js';
import type { LogLine, LogPage, LogReplicas } from '../../gateway/answers.js';
import { type EventSourceMessage, follow, jsonLine } from '../../gateway/follow.js';
import { counted, printable } from '../../output/text.js';

const MAX_PAGE = 200;
/** As many as a person reads; with `--since` it is all since then. */
const USUAL = 100;

interface Options extends ClientOptions {
  readonly follow?: true;
  readonly since?: string;
  readonly level?: string;
  readonly event?: string;
  readonly conversation?: string;
  readonly limit?: number;
}

/** `gatehouse logs` */
export function addLogs(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('logs'))
    .description('Show the latest log lines of the running gateway.')
    .option('--follow', 'keep showing new lines until Ctrl-C or until the gateway stops')
    .option('--since <time>', 'only lines since then: a duration such as 10m, or a UTC time')
    .addOption(new Option('--level <level>', 'the lowest level to show').choices(LEVELS))
    .option('--event <id>', 'only lines about this event')
    .option('--conversation <id>', 'only lines about this conversation')
    .option(
      '--limit <number>',
      `at most this many lines (default: ${USUAL}, all with --since)`,
      positiveNumber,
    )
    .action((options: Options) => new Logs(cli, options).show());
}

const LEVELS = LOG_LEVELS.filter((level) => level !== 'silent');

/** One call of the command. */
class Logs {
  private readonly admin: AdminClient;

  constructor(
    private readonly cli: Cli,
    private readonly options: Options,
  ) {
    this.admin = cli.admin(options);
  }

  async show(): Promise<void> {
    const { json, follow: isFollowed } = this.options;
    const signal = isFollowed && this.cli.world.interruption();
    const page = await this.last();
    if (json && !isFollowed) this.cli.print(this.options, page, () => '');
    else this.printPage(page);
    if (!signal) return;
    const show = (event: EventSourceMessage): void => this.showEvent(event);
    await follow(this.admin, `/logs${queryText(this.filter())}`, { lastId: page.last_id, signal, show });
  }

  private filter(): Query {
    const { level, event, conversation } = this.options;
    return { level, event, conversation };
  }

  /** The newest lines, newest first, from as many pages as it takes. */
  private async last(): Promise<LogPage> {
    const { since, limit = since === undefined ? USUAL : Infinity } = this.options;
    const query = { ...this.filter(), since };
    const items: LogLine[] = [];
    const pageAt = (cursor: string | undefined): Promise<LogPage> =>
      this.admin.get('/logs', { ...query, limit: String(Math.min(MAX_PAGE, limit - items.length)), cursor });
    const first = await pageAt(undefined);
    items.push(...first.items);
    for (let next = first.next_cursor; next !== null && items.length < limit;) {
      const page = await pageAt(next);
      items.push(...page.items);
      next = page.next_cursor;
    }
    return { ...first, items, next_cursor: null };
  }

  private showEvent(event: EventSourceMessage): void {
    if (event.event === 'log') this.print(JSON.parse(event.data) as LogLine, event);
    else if (event.event === 'gap') this.tell(`${counted(linesOf(event), 'line')} no longer kept`);
  }

  private printPage({ items, replicas }: LogPage): void {
    for (const line of items.toReversed()) this.print(line);
    const others = otherReplicasText(replicas);
    if (others !== undefined) this.tell(others);
  }

  private print(line: LogLine, event: EventSourceMessage = eventOf(line)): void {
    this.cli.world.stdout.write(`${this.options.json ? jsonLine(event) : logLineText(line)}\n`);
  }

  private tell(text: string): void {
    this.cli.world.stderr.write(`${text}\n`);
  }
}

const eventOf = (line: LogLine): EventSourceMessage => ({
  id: line.id,
  event: 'log',
  data: JSON.stringify(line),
});

const linesOf = ({ data }: EventSourceMessage): number =>
  (JSON.parse(data) as { readonly lines: number }).lines;

/** A line of the log on a line of the terminal. The time is UTC, because the gateway may be in another zone. */
function logLineText({ time, level, context, message, fields, ...ids }: LogLine): string {
  const head = `${time} ${level.toUpperCase().padEnd(5)}${context === null ? '' : ` [${context}]`}`;
  const { event_id, conversation_id, delivery_id } = ids;
  const facts = Object.entries({ ...fields, event_id, conversation_id, delivery_id }).flatMap(factOf);
  // An id that the message names already need not stand there twice.
  const news = facts.filter(([, value]) => !message.includes(value));
  return printable([head, message, ...news.map(([name, value]) => `${name}=${value}`)].join(' '));
}

function factOf([name, value]: readonly [string, unknown]): [string, string][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [[name, String(value)]];
  if (name !== 'err' || typeof value !== 'object' || value === null) return [];
  const { message } = value as { readonly message?: unknown };
  return typeof message === 'string' ? [[name, message]] : [];
}

/** A note where other replicas have logs of their own; undefined where there are none. */
function otherReplicasText({ covered, others }: LogReplicas): string | undefined {
  if (others === null) return 'The database does not respond, so other replicas are unknown.';
  if (others.length === 0) return undefined;
  const more = `${counted(others.length, 'other replica')} with a separate log: ${others.join(', ')}`;
  return `These are the lines of ${covered.join(', ')}. There is ${more}; use --url to read that log.`;
}
