import { basename } from 'node:path';
import type { ImportReport, KeyOutcome, KeyReport, TargetState } from '../../import/index.js';
import type { Table } from './table.js';
import { counted, printable } from './text.js';

const HEADINGS: Readonly<Record<KeyOutcome, string>> = {
  taken: 'Imported',
  changed: 'Imported with a different meaning',
  'not-taken': 'Not imported',
  'to-decide': 'For you to decide',
  unknown: 'Unknown',
};

const SHOWN: readonly KeyOutcome[] = ['taken', 'changed', 'not-taken', 'unknown', 'to-decide'];

/** The report of an import for people: what it did with each key, what else it brought, what is left to do. */
export function importText(report: ImportReport, table: Table): string {
  return [
    source(report),
    ...SHOWN.flatMap((outcome) => keysText(report, outcome, table)),
    brought(report),
    secretsText(report, table),
    kept(report),
    toDo(report),
    report.dry_run ? 'Nothing was written: run without --dry-run to import this.' : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const PROGRAMS: Readonly<Record<ImportReport['program'], string>> = {
  openclaw: 'OpenClaw',
  hermes: 'Hermes',
};

function source({ program, folder, config, version, included }: ImportReport): string {
  const of = version === null ? PROGRAMS[program] : `${PROGRAMS[program]} ${version}`;
  const files = included.length > 0 ? `, with ${counted(included.length, 'included file')}` : '';
  return printable(`${of} in ${folder}: ${config ?? 'no configuration'}${files}`);
}

function keysText({ keys }: ImportReport, outcome: KeyOutcome, table: Table): readonly string[] {
  const lines = joined(keys.filter((key) => key.outcome === outcome));
  if (lines.length === 0) return [];
  const columns = COLUMNS.filter(({ cell }) => lines.some((line) => cell(line) !== ''));
  const rows = lines.map((line) => columns.map(({ cell }) => cell(line)));
  const text = table(
    columns.map(({ name }) => name),
    rows,
  );
  return [`${HEADINGS[outcome]} (${counted(lines.length, 'key')}):\n${text}`];
}

const COLUMNS: readonly { readonly name: string; readonly cell: (key: KeyReport) => string }[] = [
  { name: 'KEY', cell: ({ path }) => path },
  { name: 'SETTING', cell: ({ settings }) => settings.join(', ') },
  { name: 'NOTE', cell: ({ note }) => note },
];

/** Items of one list that have the same lot share a line. */
function joined(keys: readonly KeyReport[]): readonly KeyReport[] {
  const lines = new Map<string, KeyReport>();
  for (const key of keys) {
    const path = key.path.replace(/\[\d+\]$/, '[]');
    const same = JSON.stringify([path, key.settings, key.note]);
    lines.set(same, lines.has(same) || path !== key.path ? { ...key, path } : key);
  }
  return [...lines.values()];
}

const NEVER_TAKEN: readonly (readonly [keyof ImportReport['not_taken'], string])[] = [
  ['open_requests', 'open request'],
  ['transcripts', 'transcript'],
  ['queued_messages', 'queued message'],
  ['scheduled_tasks', 'scheduled task'],
  ['memory_files', 'memory file'],
  ['skills', 'skill'],
];

function brought(report: ImportReport): string {
  const { dry_run, settings, secrets, grants, references, polls, not_taken } = report;
  const verb = dry_run ? 'would be' : 'were';

  const lines = [
    tallied('settings', tallyOf(settings)),
    tallied('secret files created', tallyOf(secrets)),
    ...grants.map((each) =>
      tallied(printable(`people with access on ${each.channel} ${each.account}`), each),
    ),
    tallied('conversations of Teams', references),
    tallied('polls', polls),
  ].filter((line) => line !== '');
  const left = NEVER_TAKEN.flatMap(([kind, noun]) => {
    const count = not_taken[kind];
    return count === undefined ? [] : [counted(count, noun)];
  });
  const all = lines.length === 0 ? ['nothing'] : lines;
  return `New entries that ${verb} written:\n  ${all.join('\n  ')}\nNever imported: ${left.join(', ')}.`;
}

/** Each secret with its origin and its receiver: a foreign folder may name an address of its author. */
function secretsText({ secrets, dry_run }: ImportReport, table: Table): string {
  const added = secrets.filter(({ state }) => state === 'new');
  if (added.length === 0) return '';
  const rows = added.map(({ file, origin, goes_to: goesTo }) => [basename(file), origin, goesTo]);
  const heading = `Secrets that ${dry_run ? 'would be' : 'were'} imported, and where they are sent`;
  return `${heading}:\n${table(['FILE', 'FROM', 'SENT TO'], rows)}`;
}

type Tally = ImportReport['polls'];

const tallied = (name: string, { new: added, there }: Tally): string =>
  added + there === 0 ? '' : `${name}: ${added}${there === 0 ? '' : ` (${there} already existed)`}`;

const tallyOf = (all: readonly { readonly state: TargetState }[]): Tally => ({
  new: all.filter(({ state }) => state === 'new').length,
  there: all.filter(({ state }) => state === 'there').length,
});

function kept({ settings, secrets }: ImportReport): string {
  const ours = [
    ...settings.filter(({ state }) => state === 'kept').map(({ setting }) => setting),
    ...secrets.filter(({ state }) => state === 'kept').map(({ file }) => file),
  ];
  return ours.length === 0
    ? ''
    : `Existing values that differ (kept):\n  ${ours.map(printable).join('\n  ')}`;
}

const toDo = ({ to_do }: ImportReport): string =>
  to_do.length === 0 ? '' : `Next steps:\n${to_do.map((each) => `  - ${printable(each)}`).join('\n')}`;
