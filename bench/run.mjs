// Runs every benchmark and writes bench/RESULTS.md: the table of DESIGN 8, target beside measured, with the machine
// it was measured on. `npm run bench -- reply start` runs only these and keeps the other rows of the last run.
// The soak runs only so: `npm run bench -- soak`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const BENCHES = ['data-api', 'webhook', 'workchat', 'reply', 'stored', 'start', 'scale', 'soak'];
/** Runs only by name, since it takes half an hour. */
const BY_NAME = new Set(['soak']);
/** Time limits for one benchmark and for all, ms, so that the table is always written. */
const ONE_MS = 150_000;
const BY_NAME_MS = 45 * 60_000;
const ALL_MS = 360_000;

const resultsOf = (name) => join(import.meta.dirname, '.results', `${name}.json`);
const named = process.argv.slice(2);
const wanted = named.length > 0 ? named : BENCHES.filter((name) => !BY_NAME.has(name));
const endsAt = performance.now() + (wanted.some((name) => BY_NAME.has(name)) ? BY_NAME_MS : 0) + ALL_MS;
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(', ')}; there are ${BENCHES.join(', ')}`);

/** @returns the error */
function run(name) {
  rmSync(resultsOf(name), { force: true });
  const leftMs = Math.ceil(endsAt - performance.now());
  const timeout = Math.max(1, Math.min(BY_NAME.has(name) ? BY_NAME_MS : ONE_MS, leftMs));
  const file = join(import.meta.dirname, `${name}.mjs`);
  const { status, error } = spawnSync(process.execPath, [file], { stdio: 'inherit', timeout });
  if (error?.code === 'ETIMEDOUT') return `did not end within ${Math.round(timeout / 1000)} s`;
  return status === 0 ? undefined : `ended with ${status}`;
}

const failures = new Map();
for (const name of wanted) {
  const failure = run(name);
  if (failure) failures.set(name, failure);
}

function rowsOf(name) {
  if (existsSync(resultsOf(name))) return JSON.parse(readFileSync(resultsOf(name), 'utf8'));
  return [{ work: `bench/${name}.mjs`, target: '', measured: failures.get(name) ?? 'not run', met: false }];
}

const line = ({ work, target, measured, met, detail = '' }) =>
  `| ${work} | ${target} | ${measured} | ${met ? 'yes' : '**no**'} | ${detail} |`;
const [cpu] = cpus();
const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;
const text = [
  '# Measured',
  '',
  `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. The sender, the simulated`,
  'bridge and, where there is one, PostgreSQL share these cores. References run in the same run, right beside what they',
  'are compared with.',
  '',
  '| Work | Target (DESIGN 8) | Measured | Met | Detail |',
  '|---|---|---|---|---|',
  ...BENCHES.flatMap(rowsOf).map(line),
  '',
].join('\n');
const results = join(import.meta.dirname, 'RESULTS.md');
const formatted = await format(text, { ...(await resolveConfig(results)), parser: 'markdown' });
writeFileSync(results, formatted);
console.log(`\n${formatted}`);
if (failures.size > 0) process.exitCode = 1;
