// Measures a production install: start to ready, idle memory, size.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareMachine } from '../test/support/bare-machine.mjs';
import { installProgram } from '../test/support/installed-program.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { median } from './lib/stats.mjs';

const DIST = resolve(import.meta.dirname, '../dist');
const STARTS = 7;
/** Long enough for the garbage collections after the start. */
const SETTLE_MS = 5_000;

/** On disk, MB. */
function sizeMb(folder) {
  return Math.round(Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024);
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-install-'));
const { program } = installProgram(DIST, folder, bareMachine(folder));
const ready = [];
const memory = [];
let install;
try {
  install = { whole: sizeMb(program), plugins: sizeMb(join(program, 'extensions')) };
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
  rmSync(folder, { recursive: true, force: true });
}

const startMs = Math.round(median(ready));
const programMb = install.whole - install.plugins;
const idleMb = Math.round(median(memory));
report('start', [
  {
    work: 'start to ready',
    target: '≤ 700 ms',
    measured: `${startMs} ms`,
    met: startMs <= 700,
    detail: `${STARTS} starts`,
  },
  { work: 'idle memory', target: '≤ 105 MB', measured: `${idleMb} MB`, met: idleMb <= 105 },
  {
    work: 'production install without plugins',
    target: '≤ 40 MB',
    measured: `${programMb} MB`,
    met: programMb <= 40,
    detail: `${install.whole} MB with those that come with it`,
  },
]);
