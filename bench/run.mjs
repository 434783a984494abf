// Runs every benchmark and writes bench/RESULTS.md: target beside measured, with the machine it was measured on.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const BENCHES = ['data-api', 'webhook', 'reply', 'start'];

const rows = BENCHES.flatMap((name) => {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.mjs`)], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`bench/${name}.mjs ended with ${status}`);
  return JSON.parse(readFileSync(join(import.meta.dirname, '.results', `${name}.json`), 'utf8'));
});

const [cpu] = cpus();
const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}`;
const table = rows.map(
  ({ work, target, measured, met, detail = '' }) =>
    `| ${work} | ${target} | ${measured} | ${met ? 'yes' : '**no**'} | ${detail} |`,
);
writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  [
    '# Measured',
    '',
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.`,
    'References run in the same run, right beside what they are compared with.',
    '',
    '| Work | Target (DESIGN 8) | Measured | Met | Detail |',
    '|---|---|---|---|---|',
    ...table,
    '',
  ].join('\n'),
);
