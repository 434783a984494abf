// 1, 2 and 4 replicas of the built program on one PostgreSQL, behind a round-robin sender.
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
const msPerMessage = (seconds, { sent }) => (seconds * 1000) / sent;

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
    // The first one creates the schema.
    for (let n = 0; n < count; n++) gateways.push(await startGateway(config, { env }));
    return { count, ...(await load(gateways)) };
  } finally {
    await Promise.all(gateways.map((each) => each.dispose()));
    bridge.forgetWebhooks();
  }
}

async function load(gateways) {
  const people = new People(bridge, gateways);
  // Several replicas share the cores: each needs as many messages as a single one to be compiled as far.
  await people.saturate({ chats: CHATS, seconds: 3 * gateways.length });
  const [ours, theirs] = [() => sum(gateways.map((each) => each.cpuSeconds())), server.cpuSeconds];
  const before = [ours(), theirs()];
  const hard = await people.saturate({ chats: CHATS, seconds: SECONDS });
  const cpu = [ours() - before[0], theirs() - before[1]];
  const memory = gateways.map((each) => each.memoryMb());
  const calm = await people.steady({ chats: CHATS, perSecond: CALM_PER_SECOND, seconds: SECONDS });
  return { hard, calm, cpu, memory, wrong: sum([hard, calm].flatMap((r) => [r.lost, r.doubled])) };
}

/**
 * The rate of several replicas relative to one depends on the cores and serves for sizing; the CPU time per message
 * does not.
 */
function row(result, one) {
  const { count, hard, calm, cpu, memory, wrong } = result;
  const [p50, ofOne] = [result, one].map((each) => latencies(each.calm.latencies).p50);
  const [ours, theirs] = cpu.map((seconds) => msPerMessage(seconds, hard));
  const isFew =
    count === 1 ? theirs <= 1.2 : ours + theirs <= 1.3 * sum(one.cpu.map((s) => msPerMessage(s, one.hard)));
  return {
    work: `${count} replica${count > 1 ? 's' : ''} on one PostgreSQL`,
    target: count === 1 ? 'PostgreSQL ≤ 1.2 ms CPU' : 'p50 ≤ 1.5 × one, CPU ≤ 1.3 × one; lost or doubled 0',
    measured: `p50 ${p50} ms, CPU ${ours.toFixed(2)} + ${theirs.toFixed(2)} ms, lost or doubled ${wrong}`,
    met: wrong === 0 && isFew && p50 <= 1.5 * ofOne,
    detail: [
      `p99 ${latencies(calm.latencies).p99} ms at ${CALM_PER_SECOND}/s`,
      `${Math.round(hard.perSecond)}/s at most: there the CPU of a message is taken, replicas + PostgreSQL`,
      `memory ${memory.join(' + ')} MB`,
    ].join('; '),
  };
}

console.log(
  `${cpus().length} cores for the replicas, PostgreSQL, the sender and the bridge together: more replicas than ` +
    'cores show what sharing costs, not what another machine would bring.',
);
try {
  const results = [];
  for (const count of REPLICAS) results.push(await measure(count));
  report(
    'scale',
    results.map((each) => row(each, results[0])),
  );
} finally {
  await server.stop();
  await bridge.stop();
}
