// Measures what a backup by the gateway's own schedule costs while it answers: time to reply, and memory.
// `BENCH_STORED=1000000` for a larger database.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOAD } from './lib/load.mjs';
import { People } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies } from './lib/stats.mjs';
import { fillSqlite } from './lib/stored-messages.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';

const MESSAGES = Number(process.env.BENCH_STORED ?? 200_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WARM_SECONDS = 6;
const PER_SECOND = 100;
const PEAK = /VmHWM:\s+(\d+)/;

const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'));
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backups-'));
const bridge = await fastBridge();
const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
const config = { ...LOAD, channels: { imbridge } };
await (await startGateway(config, { stateDir })).stop();
fillSqlite(stateDir, MESSAGES);
const gateway = await startGateway(config, { stateDir });
const people = new People(bridge, [gateway]);
const steady = (seconds) => people.steady({ chats: 50, perSecond: PER_SECOND, seconds });

/** The most memory that its child has taken so far, MB; undefined while it has none. */
function childPeakMb() {
  const { pid } = gateway.child;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (children === '') return undefined;
  const [, kb] = PEAK.exec(readFileSync(`/proc/${children.split(' ')[0]}/status`, 'utf8')) ?? [];
  return kb && Number(kb) / 1024;
}

const backup = () => readdirSync(folder).find((name) => name.endsWith('.backup'));

/** Writes the schedule into the configuration, and answers until the first backup is there. */
async function whileBackedUp() {
  const file = join(stateDir, 'gatehouse.json');
  const written = JSON.parse(readFileSync(file, 'utf8'));
  const peaks = [];
  const timer = setInterval(() => {
    try {
      peaks.push(childPeakMb() ?? 0);
    } catch {
      // It has just ended.
    }
  }, 50);
  const begun = performance.now();
  writeFileSync(file, JSON.stringify({ ...written, backup: { everyHours: 24, folder } }));
  const rounds = [];
  while (backup() === undefined) rounds.push(await steady(2));
  clearInterval(timer);
  return { rounds, seconds: (performance.now() - begun) / 1_000, childMb: Math.round(Math.max(...peaks)) };
}

try {
  await people.saturate({ chats: 100, seconds: WARM_SECONDS });
  const before = await steady(SECONDS);
  const memory = [gateway.memoryMb()];
  const { rounds, seconds, childMb } = await whileBackedUp();
  memory.push(gateway.memoryMb());
  await steady(SECONDS);
  memory.push(gateway.memoryMb());
  const during = latencies(rounds.flatMap((round) => round.latencies));
  const wrong = [before, ...rounds].reduce((total, { lost, doubled }) => total + lost + doubled, 0);
  const size = (path) => `${Math.round(statSync(path).size / 2 ** 20)} MB`;
  report('backup', [
    {
      work: `replies at ${PER_SECOND}/s while the gateway makes a backup`,
      target: 'p99 ≤ 100 ms, lost 0, doubled 0',
      measured: `p99 ${during.p99} ms`,
      met: during.p99 <= 100 && wrong === 0,
      detail: `p99 ${latencies(before.latencies).p99} ms before; p50 ${during.p50} ms, max ${during.max} ms; ${MESSAGES} stored messages, ${size(join(stateDir, 'gatehouse.db'))} in ${seconds.toFixed(0)} s, a backup of ${size(join(folder, backup()))}`,
    },
    {
      work: 'memory of the process that makes a backup',
      target: '≤ 200 MB',
      measured: `${childMb} MB`,
      met: childMb > 0 && childMb <= 200,
      detail: `the gateway: ${memory.join(', ')} MB before, at the end, and ${SECONDS} s later`,
    },
  ]);
} finally {
  await gateway.dispose();
  await bridge.stop();
  rmSync(folder, { recursive: true, force: true });
}
