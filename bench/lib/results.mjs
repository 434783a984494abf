// The measurements: bench/results.json, which has every benchmark's last runs, and the table made of it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { reportOf } from './report.mjs';

const BENCH = resolve(import.meta.dirname, '..');
const DATA = join(BENCH, 'results.json');
const TABLE = join(BENCH, 'RESULTS.md');

/** This machine, in words. */
export function machine() {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory}, Node ${process.version}, ${process.platform}`;
}

/** By benchmark: `{date, machine, runs}`; each run is a list of rows `{work, target, measured, met, detail}`. */
export function readResults() {
  return existsSync(DATA) ? JSON.parse(readFileSync(DATA, 'utf8')) : {};
}

/** The rows that a benchmark has reported, which are then removed; undefined when it has reported none. */
export function takeReport(name) {
  const file = reportOf(name);
  const rows = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(file, { force: true });
  return rows;
}

/** Writes the data and the table; resolves with the table. */
export async function writeResults(results, names) {
  const style = await resolveConfig(TABLE);
  writeFileSync(DATA, await format(JSON.stringify(results), { ...style, parser: 'json' }));
  const table = await format(tableOf(results, names), { ...style, parser: 'markdown' });
  writeFileSync(TABLE, table);
  return table;
}

function tableOf(results, names) {
  const count = Math.max(1, ...names.map((name) => results[name]?.runs.length ?? 0));
  const columns = count === 1 ? ['Measured'] : Array.from({ length: count }, (_, n) => `Run ${n + 1}`);
  const heads = [
    'Work',
    'Target (DESIGN 8)',
    ...columns,
    'Met',
    count === 1 ? 'Detail' : 'Detail of the last run',
  ];
  return [
    '# Measured',
    '',
    'Written by `npm run bench`. The sender, the simulated bridge and model and, where there is one, PostgreSQL share the',
    'cores with the gateway. References run in the same run, right beside what they are compared with. Where a target is not',
    'met, [PROFILE.md](PROFILE.md) says what is left. [The soak](soak.svg) shows memory and latency at 100/s over 500 chats.',
    '',
    ...machines(results, names).map((each) => `- ${each}`),
    '',
    line(heads),
    line(heads.map(() => '---')),
    ...names.flatMap((name) => lines(name, results[name]?.runs ?? [], count)),
    '',
  ].join('\n');
}

/** Which benchmarks ran when and where. */
function machines(results, names) {
  const byPlace = Map.groupBy(
    names.filter((name) => results[name]),
    (name) => `${results[name].date}, ${results[name].machine}`,
  );
  return [...byPlace].map(([place, those]) => `${place}: ${those.join(', ')}`);
}

/** One line for each row of work; it counts as met when every run has met it. */
function lines(name, runs, count) {
  if (runs.length === 0)
    return [line([`bench/${name}.mjs`, '', 'not run', ...Array(count - 1).fill(''), '', ''])];
  const works = new Set(runs.flatMap((rows) => rows.map(({ work }) => work)));
  return [...works].map((work) => {
    const rows = runs.map((each) => each.find((row) => row.work === work));
    const last = rows.findLast(Boolean);
    const measured = Array.from({ length: count }, (_, n) => rows[n]?.measured ?? '');
    const met = rows.every((row) => row?.met) ? 'yes' : '**no**';
    return line([work, last.target, ...measured, met, last.detail ?? '']);
  });
}

const line = (cells) => `| ${cells.join(' | ')} |`;
