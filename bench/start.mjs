// Start to ready, idle memory, and the size of a production install.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { median } from './lib/stats.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const STARTS = 7;
/** Long enough for the first garbage collections after the start. */
const SETTLE_MS = 5_000;

const ready = [];
const memory = [];
for (let n = 0; n < STARTS; n++) {
  const gateway = await startGateway({
    channels: { imbridge: { serverUrl: 'http://127.0.0.1:9', password: 'bench' } },
  });
  ready.push(gateway.readyMs);
  if (n >= STARTS - 2) {
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    memory.push(gateway.memoryMb());
  }
  await gateway.dispose();
}

/** What `npm install --omit=dev` brings, MB. */
function installedMb() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-install-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(ROOT, file), join(folder, file));
    execFileSync('npm', ['install', '--omit=dev', '--no-save', '--loglevel=silent'], {
      cwd: folder,
      stdio: 'ignore',
    });
    const kb = execFileSync('du', ['-sk', join(folder, 'node_modules')], { encoding: 'utf8' }).split('\t')[0];
    return Math.round(Number(kb) / 1024);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const startMs = Math.round(median(ready));
const idleMb = Math.round(median(memory));
const installMb = installedMb();
report('start', [
  {
    work: 'start to ready',
    target: '≤ 1500 ms',
    measured: `${startMs} ms`,
    met: startMs <= 1500,
    detail: `${STARTS} starts`,
  },
  { work: 'idle memory', target: '≤ 150 MB', measured: `${idleMb} MB`, met: idleMb <= 150 },
  { work: 'production install', target: '≤ 60 MB', measured: `${installMb} MB`, met: installMb <= 60 },
]);
