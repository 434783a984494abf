/* The gateway of `npm run dev`, the simulated bridge beside it, and their restarts; on the pinned Node. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../npm.mjs';
import { during, say } from '../progress.mjs';
import { compileAll, PROGRAM, watchSources } from './compiler.mjs';

const STATE = process.env.GATEHOUSE_STATE_DIR;
const CONFIG = join(STATE, 'gatehouse.json');
const LOG = join(STATE, 'log');
const ADDRESS = join(STATE, 'gateway.json');
const LOOK_MS = 50;

/** The person of the simulated bridge, who may give commands; everybody else there is answered. */
const OPERATOR = '+12025550143';
const FIRST_CONFIG = {
  gateway: { port: 3000 },
  channels: {
    imbridge: {
      serverUrl: 'http://127.0.0.1:1234',
      password: 'bridge-password',
      dmPolicy: 'open',
      allowFrom: [OPERATOR],
    },
  },
  session: { dmScope: 'per-sender' },
  agents: { list: [{ id: 'main', runtime: { type: 'echo' } }] },
};

mkdirSync(STATE, { recursive: true, mode: 0o700 });
if (!existsSync(CONFIG)) writeFileSync(CONFIG, `${JSON.stringify(FIRST_CONFIG, null, 2)}\n`, { mode: 0o600 });
await during('Compiling', compileAll);

let gateway;
let turn = Promise.resolve();

const simulator = startSimulator();
simulator.once('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => simulator.kill(signal));
restart();
const stopWatching = watchSources((file) => {
  say(`> ${file}`);
  restart();
});

/** The person who writes; it stays while the gateway starts again. */
function startSimulator() {
  say(`> ${CONFIG} names this bridge:`);
  const { serverUrl, password } = JSON.parse(readFileSync(CONFIG, 'utf8')).channels.imbridge;
  const words = ['simulate', 'bridge', '--port', new URL(serverUrl).port, '--password', password];
  return spawn(process.execPath, [join(PROGRAM, 'cli.js'), ...words], { cwd: ROOT, stdio: 'inherit' });
}

/** One after the other, however fast the changes come. */
function restart() {
  turn = turn.then(async () => {
    await stop();
    await start();
  });
}

async function start() {
  const begun = performance.now();
  const log = openSync(LOG, 'a', 0o600);
  rmSync(ADDRESS, { force: true });
  gateway = spawn(process.execPath, [...process.argv.slice(2), join(PROGRAM, 'main.js')], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  while (isRunning() && !existsSync(ADDRESS)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  if (!existsSync(ADDRESS)) return say(`> The gateway has ended; why is in ${LOG}`);
  const { url } = JSON.parse(readFileSync(ADDRESS, 'utf8'));
  say(
    `> The gateway runs at ${url}, after ${((performance.now() - begun) / 1_000).toFixed(1)} s; log: ${LOG}`,
  );
}

const isRunning = () => gateway?.exitCode === null && gateway.signalCode === null;

async function stop() {
  if (!isRunning()) return;
  const ended = new Promise((resolve) => gateway.once('exit', resolve));
  gateway.kill('SIGTERM');
  await ended;
}

async function end(code, signal) {
  stopWatching();
  await turn;
  await stop();
  say(`> Stopped. What was said and set is in ${STATE}; \`npm run dev\` goes on with it.`);
  process.exit(signal === null ? (code ?? 1) : 0);
}
