import { Option } from 'commander';
import type { AuditEntry } from '../../gateway/answers.js';
import { type Columns, rowsIn } from '../../output/table.js';
import { fromNow } from '../../output/text.js';
import { apiCommand, LIMIT, type Limited } from '../api-command.js';

interface Filter {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly since?: string;
  readonly until?: string;
}

/** `gatehouse audit` */
export const addAudit = apiCommand({
  name: 'audit',
  description: 'Show the audit log, newest first: actor, action, and the values before and after.',
  options: [
    new Option('--actor <actor>', 'only this actor, for example token:owner'),
    new Option('--action <action>', 'only this action, for example user.updated'),
    new Option('--subject <id>', 'only this subject'),
    new Option('--since <time>', 'at or after this time: ISO 8601 with time zone'),
    new Option('--until <time>', 'before this time'),
    LIMIT,
  ],
  call: (admin, { limit, ...given }: Filter & Limited) =>
    admin.list<AuditEntry>('/audit', filterIn(given), limit),
  text: ({ items }, { given, table }) => {
    if (items.length > 0) return rowsIn(table, COLUMNS, items);
    const isFiltered = Object.values(filterIn(given)).some((each) => each !== undefined);
    return isFiltered ? 'No matching entries.' : 'No entries.';
  },
});

const filterIn = ({ actor, action, subject, since, until }: Filter) => {
  return { actor, action, subject, since, until };
};

const COLUMNS: Columns<AuditEntry> = {
  WHEN: ({ at }) => fromNow(at),
  WHO: 'actor',
  DID: 'action',
  TO: 'subject',
  DETAILS: ({ details }) =>
    Object.entries(details)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  CHANGE: ({ change }) => changeText(change),
};

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
