// Starts programs under measurement and reads their CPU time and memory from /proc.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../../dist');
/** `deploy/gatehouse.service`: what is measured runs as an operator's does. */
const UNIT = readFileSync(resolve(import.meta.dirname, '../../deploy/gatehouse.service'), 'utf8');
const NODE_FLAGS = /^ExecStart=\S+ (--.*) \S+$/m.exec(UNIT)[1].split(' ');
const [, MALLOC_ARENA_MAX] = /MALLOC_ARENA_MAX=(\d+)/.exec(UNIT);
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** CPU seconds of a process so far; with `isFamily` also those of its children, the ended ones included. */
export function cpuSecondsOf(pid, { isFamily = false } = {}) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system, ended, endedSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const own = (user + system) / TICKS_PER_SECOND;
  if (!isFamily) return own;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const alive = children.map(cpuSecondsOfChild).reduce((sum, seconds) => sum + seconds, 0);
  return own + (ended + endedSystem) / TICKS_PER_SECOND + alive;
}

/** A child may end while it is read: from then on its parent counts it. */
function cpuSecondsOfChild(pid) {
  try {
    return cpuSecondsOf(pid);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
    throw error;
  }
}

/** A program under measurement. */
export class Measured {
  constructor(child) {
    this.child = child;
    this.startedAt = performance.now();
  }

  /** CPU seconds used so far, by all threads. */
  cpuSeconds() {
    return cpuSecondsOf(this.child.pid);
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

/** The built gateway in `program`, with a separate state dir; resolves when it is ready. */
export async function startGateway(
  config,
  { env = {}, stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-')), args = [], program = DIST } = {},
) {
  writeFileSync(
    join(stateDir, 'gatehouse.json'),
    JSON.stringify({ logging: { level: 'warn' }, gateway: { port: 0 }, ...config }),
  );
  rmSync(join(stateDir, 'gateway.json'), { force: true });
  const child = spawn(process.execPath, [...NODE_FLAGS, join(program, 'main.js'), ...args], {
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX, GATEHOUSE_STATE_DIR: stateDir, ...env },
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

/** A state dir with an extension of this repository, installed as an operator does; needs the npm registry. */
export function stateDirWith(extension) {
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const folder = resolve(import.meta.dirname, '../../extensions', extension);
  const { status } = spawnSync(process.execPath, [join(DIST, 'cli.js'), 'plugins', 'install', folder], {
    env: { ...process.env, GATEHOUSE_STATE_DIR: stateDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${extension} could not be installed`);
  return stateDir;
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
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../reference', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return Object.assign(new Measured(child), { url: String(line).trim() });
}
