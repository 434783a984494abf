import type { Command } from 'commander';
import type { AuditEntry } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow } from '../../output/text.js';

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse audit` */
export function addAudit(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('audit'))
    .description('Show the audit log, newest first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, ...options }: Options) => {
      const list = await cli.admin(options).list<AuditEntry>('/audit', {}, limit);
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return 'Nothing was done.';
  const rows = entries.map(({ at, actor, action, subject, details }) => [
    ...[fromNow(at), actor, action, subject],
    Object.entries(details)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ]);
  return table(['WHEN', 'WHO', 'DID', 'TO', 'DETAILS'], rows);
}
