// POST /v1/data/process of a CSV, against a CSV parser alone: CPU, and how long a request holds the event loop, as the median
// of the longest turns, because some have a collection of garbage in them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectionsTo, send } from './lib/load.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { median } from './lib/stats.mjs';
import { userWithKey } from './lib/users.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Requests of each round of which the longest turn of the loop is taken. */
const HELD_BY = 10;
const MANY = 1_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const loopFile = join(folder, 'loop');

/** A table of small numbers, of about `bytes`. */
function numbers(bytes) {
  let text = 'a,b\n';
  for (let n = 0; text.length < bytes; n++) text += `${10 + (n % 90)},${100 + ((n * 7) % 900)}\n`;
  return text;
}

/** A table of words, decimals, dates and booleans, of about `bytes`. */
function mixed(bytes) {
  let text = 'id,name,price,day,paid,city\n';
  for (let n = 0; text.length < bytes; n++)
    text += `${n},Person ${(n * 31) % 1_000},${n % 97}.${10 + (n % 89)},2026-0${1 + (n % 9)}-${10 + (n % 18)},${n % 2 === 0},Berlin\n`;
  return text;
}

const token = 'a-token-for-the-benchmark-only';
const gateway = await startGateway(
  { dataApi: { limits: { perMinute: MANY, perHour: MANY, perDay: MANY } } },
  {
    env: {
      GATEHOUSE_ADMIN_TOKEN: token,
      BENCH_LOOP_FILE: loopFile,
      NODE_OPTIONS: `--import ${resolve(import.meta.dirname, 'lib/loop-hold.mjs')}`,
    },
  },
);
const { key } = await userWithKey(gateway.url, token);
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const CONNECTIONS = 4;
const agent = connectionsTo(CONNECTIONS);

/** Sends the body so many times, over so many connections. @returns CPU ms for each */
async function processed(body, times, connections = CONNECTIONS) {
  const before = gateway.cpuSeconds();
  let left = times;
  const sender = async () => {
    while (left-- > 0) {
      const status = await send(agent, `${gateway.url}/v1/data/process`, { headers, body });
      if (status !== 200) throw new Error(`answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  return ((gateway.cpuSeconds() - before) * 1000) / times;
}

/** Begins to measure turns of the loop, or ends it. @returns the longest turn since the beginning, ms */
async function longestTurn() {
  rmSync(loopFile, { force: true });
  gateway.child.kill('SIGUSR2');
  while (!existsSync(loopFile)) await new Promise((done) => setTimeout(done, 5));
  return Number(readFileSync(loopFile, 'utf8'));
}

function readerAlone(name, file, times) {
  const program = resolve(import.meta.dirname, 'reference/csv-parser.mjs');
  const { stdout, status } = spawnSync(process.execPath, [program, name, file, String(times)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  return Number(stdout);
}

/** All in turns. */
async function compared(text, times) {
  const file = join(folder, 'table.csv');
  writeFileSync(file, text);
  const body = JSON.stringify({ input_data: text, options: { param1: 'csv' } });
  await processed(body, times);
  const cpu = { gateway: [], ours: [], library: [] };
  const held = [];
  for (let round = 0; round < ROUNDS; round++) {
    cpu.gateway.push(await processed(body, times));
    // One after another: what two requests take in one turn of the loop would count as one.
    for (let one = 0; one < HELD_BY; one++) {
      await longestTurn();
      await processed(body, 1, 1);
      held.push(await longestTurn());
    }
    cpu.ours.push(readerAlone('ours', file, times));
    cpu.library.push(readerAlone('csv-parse', file, times));
  }
  return {
    gateway: median(cpu.gateway),
    ours: median(cpu.ours),
    library: median(cpu.library),
    held: median(held),
  };
}

const ms = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

async function row(size, bytes, times) {
  const ofNumbers = await compared(numbers(bytes), times);
  const ofAll = await compared(mixed(bytes), times);
  const ratio = ofNumbers.gateway / ofNumbers.library;
  const words = ({ gateway: all, ours, library, held }) =>
    `${ms(all)} CPU, csv-parse alone ${ms(library)}, our reader alone ${ms(ours)}; longest turn of the loop ${ms(held)}`;
  return {
    work: `POST /v1/data/process of a CSV of ${size}`,
    target: '≤ 2 × the CPU of csv-parse alone; event loop held ≤ 5 ms',
    measured: `${ratio.toFixed(2)}, ${ms(ofNumbers.held)}`,
    met: ratio <= 2 && ofNumbers.held <= 5 && ofAll.held <= 5,
    detail: `numbers: ${words(ofNumbers)}; words, decimals, dates, booleans: ${words(ofAll)}`,
  };
}

report('processing', [await row('100 kB', 98_000, 200), await row('1 MB', 1_000_000, 30)]);
await agent.close();
await gateway.dispose();
rmSync(folder, { recursive: true, force: true });
