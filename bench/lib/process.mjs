// Starts programs to be measured and reads what they cost, from /proc.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** A program under measurement. */
export class Measured {
  constructor(child) {
    this.child = child;
    this.startedAt = performance.now();
  }

  /** CPU seconds used so far, by all threads. */
  cpuSeconds() {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  /** Resident memory, MB. */
  memoryMb() {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'));
    return Math.round(Number(kb) / 1024);
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}

/** The built gateway in `program`, with a state dir of its own; resolves when it is ready. */
export async function startGateway(
  config,
  { env = {}, stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-')), args = [], program = ROOT } = {},
) {
  writeFileSync(
    join(stateDir, 'gatehouse.json'),
    JSON.stringify({ logging: { level: 'warn' }, gateway: { port: 0 }, ...config }),
  );
  rmSync(join(stateDir, 'gateway.json'), { force: true });
  const child = spawn(process.execPath, [join(program, 'dist/main.js'), ...args], {
    env: { PATH: process.env.PATH, GATEHOUSE_STATE_DIR: stateDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gateway = Object.assign(new Measured(child), { stateDir });
  gateway.url = await waitForUrl(gateway, join(stateDir, 'gateway.json'));
  gateway.readyMs = performance.now() - gateway.startedAt;
  gateway.dispose = async () => {
    await gateway.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  return gateway;
}

async function waitForUrl({ child }, file) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`);
    if (existsSync(file)) {
      const { url } = JSON.parse(readFileSync(file, 'utf8'));
      const isReady = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return url;
    }
    await new Promise((done) => setTimeout(done, 2));
  }
}

/** A reference program of bench/reference; prints its url when it listens. */
export async function startReference(name, ...args) {
  const child = spawn(process.execPath, [join(ROOT, 'bench/reference', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return Object.assign(new Measured(child), { url: String(line).trim() });
}
