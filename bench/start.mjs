// Of a production install: start to ready, idle memory, size.
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

/** What `npm run build` and `npm install --omit=dev` leave, in a folder where nothing else is. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-install-'));
  for (const part of ['package.json', 'package-lock.json', '.npmrc', 'dist'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  execFileSync('npm', ['install', '--omit=dev', '--no-save', '--loglevel=silent'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return folder;
}

/** On disk, MB. */
function sizeMb(folder) {
  return Math.round(Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024);
}

const program = install();
const ready = [];
const memory = [];
let installMb;
let distMb;
try {
  installMb = sizeMb(join(program, 'node_modules'));
  distMb = sizeMb(join(program, 'dist'));
  for (let n = 0; n < STARTS; n++) {
    const gateway = await startGateway(
      { channels: { imbridge: { serverUrl: 'http://127.0.0.1:9', password: 'bench' } } },
      { program },
    );
    ready.push(gateway.readyMs);
    if (n >= STARTS - 2) {
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      memory.push(gateway.memoryMb());
    }
    await gateway.dispose();
  }
} finally {
  rmSync(program, { recursive: true, force: true });
}

const startMs = Math.round(median(ready));
const idleMb = Math.round(median(memory));
report('start', [
  {
    work: 'start to ready',
    target: '≤ 1500 ms',
    measured: `${startMs} ms`,
    met: startMs <= 1500,
    detail: `${STARTS} starts`,
  },
  { work: 'idle memory', target: '≤ 150 MB', measured: `${idleMb} MB`, met: idleMb <= 150 },
  {
    work: 'production install',
    target: '≤ 60 MB',
    measured: `${installMb} MB`,
    met: installMb <= 60,
    detail: `and ${distMb} MB of dist`,
  },
]);
