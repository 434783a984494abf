// Runs every benchmark and writes bench/RESULTS.md: the table of DESIGN 8, target beside measured, with the machine
// it was measured on. `npm run bench -- reply start` runs only these and keeps the other rows (bench/results.json has
// them). `npm run bench -- --runs=2` runs everything twice, one whole run after the other, and shows both.
// The soak, the tools, the traces, the webhooks and the backup run only so: `npm run bench -- soak`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, readResults, takeReport, writeResults } from './lib/results.mjs';

const BENCHES = [
  'data-api',
  'processing',
  'webhook',
  'workchat',
  'reply',
  'stored',
  'start',
  'scale',
  'console',
  'tools',
  'traces',
  'webhooks',
  'backup',
  'soak',
];
/** Run only by name, since they take minutes or half an hour. */
const BY_NAME = new Set(['tools', 'traces', 'webhooks', 'backup', 'soak']);
/** Time limits for one benchmark and for a whole run, ms, so that the table is always written. */
const ONE_MS = 300_000;
const BY_NAME_MS = 45 * 60_000;
const ALL_MS = 900_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs=${values.runs}: give a whole number from 1 on`);
const unknown = positionals.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(', ')}; there are ${BENCHES.join(', ')}`);
const wanted = positionals.length > 0 ? positionals : BENCHES.filter((name) => !BY_NAME.has(name));

/** @returns the error */
function run(name, endsAt) {
  const leftMs = Math.ceil(endsAt - performance.now());
  const timeout = BY_NAME.has(name) ? BY_NAME_MS : Math.max(1, Math.min(ONE_MS, leftMs));
  const file = join(import.meta.dirname, `${name}.mjs`);
  const { status, error } = spawnSync(process.execPath, [file], { stdio: 'inherit', timeout });
  if (error?.code === 'ETIMEDOUT') return `did not end within ${Math.round(timeout / 1000)} s`;
  return status === 0 ? undefined : `ended with ${status}`;
}

const failed = (name, failure) => [{ work: `bench/${name}.mjs`, target: '', measured: failure, met: false }];
const results = readResults();
const measured = new Map(wanted.map((name) => [name, []]));
let hasFailed = false;
for (let n = 0; n < runs; n++) {
  const endsAt = performance.now() + ALL_MS;
  for (const name of wanted) {
    takeReport(name);
    const failure = run(name, endsAt);
    hasFailed ||= failure !== undefined;
    measured.get(name).push(failure ? failed(name, failure) : takeReport(name));
  }
}
const date = new Date().toISOString().slice(0, 10);
for (const [name, rows] of measured) results[name] = { date, machine: machine(), runs: rows };
console.log(`\n${await writeResults(results, BENCHES)}`);
if (hasFailed) process.exitCode = 1;
