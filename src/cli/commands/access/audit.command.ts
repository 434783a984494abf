import type { Command } from 'commander';
import type { AuditEntry } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow } from '../../output/text.js';

interface Filter {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly since?: string;
  readonly until?: string;
}

interface Options extends ClientOptions, Filter {
  readonly limit: number;
}

/** `gatehouse audit` */
export function addAudit(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('audit'))
    .description('Show the audit log, newest first: who has changed what, from what to what.')
    .option('--actor <actor>', 'only acts of this one, for instance token:owner')
    .option('--action <action>', 'only this action, for instance user.updated')
    .option('--subject <id>', 'only acts on this thing')
    .option('--since <time>', 'only acts at this time or later: ISO 8601 with zone')
    .option('--until <time>', 'only acts before this time')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, actor, action, subject, since, until, ...options }: Options) => {
      const filter = { actor, action, subject, since, until };
      const list = await cli.admin(options).list<AuditEntry>('/audit', filter, limit);
      cli.print(options, list, (table) => render(table, list.items, filter));
    });
}

function render(table: Table, entries: readonly AuditEntry[], filter: Filter): string {
  if (entries.length === 0)
    return Object.values(filter).some((each) => each !== undefined)
      ? 'Nothing that matches was done.'
      : 'Nothing was done.';
  const rows = entries.map(({ at, actor, action, subject, details, change }) => [
    ...[fromNow(at), actor, action, subject],
    Object.entries(details)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    changeText(change),
  ]);
  return table(['WHEN', 'WHO', 'DID', 'TO', 'DETAILS', 'CHANGE'], rows);
}

function changeText(change: AuditEntry['change']): string {
  if (!change) return '';
  const { before, after } = change;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => {
      const [old, next] = [before[name], after[name]].map((value) =>
        value === undefined ? 'none' : JSON.stringify(value),
      );
      return `${name}: ${old} → ${next}`;
    })
    .join(', ');
}
