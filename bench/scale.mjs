// 1, 2 and 4 replicas of the built program on one PostgreSQL, behind a sender that takes them in turn.
import { cpus } from 'node:os';
import { LOAD } from './lib/load.mjs';
import { People } from './lib/people.mjs';
import { startDatabaseServer } from './lib/postgres.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';

const REPLICAS = [1, 2, 4];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const CHATS = 50;
const CALM_PER_SECOND = 50;
const sum = (values) => values.reduce((total, value) => total + value, 0);
const perMessage = (seconds, { sent }) => `${((seconds * 1000) / sent).toFixed(2)} ms`;

const bridge = await fastBridge();
const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
const config = { ...LOAD, channels: { imbridge } };
const server = await startDatabaseServer();

async function measure(count) {
  const env = {
    DATABASE_URL: await server.create(`replicas_${count}`),
    GATEHOUSE_ADMIN_TOKEN: 'bench-token',
  };
  const gateways = [];
  try {
    // The first one makes the schema.
    for (let n = 0; n < count; n++) gateways.push(await startGateway(config, { env }));
    return { count, ...(await load(gateways)) };
  } finally {
    await Promise.all(gateways.map((each) => each.dispose()));
  }
}

async function load(gateways) {
  const people = new People(bridge, gateways);
  await people.saturate({ chats: CHATS, seconds: 3 });
  const [ours, theirs] = [() => sum(gateways.map((each) => each.cpuSeconds())), server.cpuSeconds];
  const before = [ours(), theirs()];
  const hard = await people.saturate({ chats: CHATS, seconds: SECONDS });
  const cpu = [ours() - before[0], theirs() - before[1]];
  const memory = gateways.map((each) => each.memoryMb());
  const calm = await people.steady({ chats: CHATS, perSecond: CALM_PER_SECOND, seconds: SECONDS });
  return { hard, calm, cpu, memory, wrong: sum([hard, calm].flatMap((r) => [r.lost, r.doubled])) };
}

/** Lost and doubled are what it must reach; the rate is for sizing, and depends on the cores. */
function row({ count, hard, calm, cpu, memory, wrong }) {
  const { p50, p99 } = latencies(calm.latencies);
  return {
    work: `${count} replica${count > 1 ? 's' : ''} on one PostgreSQL`,
    target: 'lost 0, doubled 0',
    measured: `${Math.round(hard.perSecond)}/s, lost or doubled ${wrong}`,
    met: wrong === 0,
    detail: [
      `p50 ${p50} ms, p99 ${p99} ms at ${CALM_PER_SECOND}/s`,
      `CPU per message: replicas ${perMessage(cpu[0], hard)}, PostgreSQL ${perMessage(cpu[1], hard)}`,
      `memory ${memory.join(' + ')} MB`,
    ].join('; '),
  };
}

console.log(
  `${cpus().length} cores for the replicas, PostgreSQL, the sender and the bridge together: more replicas than ` +
    'cores show what sharing costs, not what another machine would bring.',
);
try {
  const rows = [];
  for (const count of REPLICAS) rows.push(row(await measure(count)));
  report('scale', rows);
} finally {
  await server.stop();
  await bridge.stop();
}
