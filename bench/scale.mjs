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
const both = (cpu) => cpu.map((ms) => ms.toFixed(2)).join(' + ');

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
  const counted = async (work) => {
    const before = [ours(), theirs()];
    const round = await work();
    const cpu = [ours() - before[0], theirs() - before[1]].map((seconds) => msPerMessage(seconds, round));
    return { ...round, cpu };
  };
  const hard = await counted(() => people.saturate({ chats: CHATS, seconds: SECONDS }));
  const memory = gateways.map((each) => each.memoryMb());
  const calm = await counted(() =>
    people.steady({ chats: CHATS, perSecond: CALM_PER_SECOND, seconds: SECONDS }),
  );
  return { hard, calm, memory, wrong: sum([hard, calm].flatMap((r) => [r.lost, r.doubled])) };
}

/**
 * Several replicas are compared with one at the same rate. At its maximum rate, one replica has more messages at once
 * than each of several on the same cores, so it pays for fewer commits. The maximum rate of several is only for sizing.
 */
function row({ count, hard, calm, memory, wrong }, one) {
  const [p50, ofOne] = [calm, one.calm].map((each) => latencies(each.latencies).p50);
  const isFew = count === 1 ? hard.cpu[1] <= 1.2 : sum(calm.cpu) <= 1.3 * sum(one.calm.cpu);
  const { cpu } = count === 1 ? hard : calm;
  return {
    work: `${count} replica${count > 1 ? 's' : ''} on one PostgreSQL`,
    target: count === 1 ? 'PostgreSQL ≤ 1.2 ms CPU' : 'p50 ≤ 1.5 × one, CPU ≤ 1.3 × one; lost or doubled 0',
    measured: `p50 ${p50} ms, CPU ${both(cpu)} ms, lost or doubled ${wrong}`,
    met: wrong === 0 && isFew && p50 <= 1.5 * ofOne,
    detail: [
      `CPU of replicas + PostgreSQL for a message: ${both(calm.cpu)} ms at ${CALM_PER_SECOND}/s` +
        `${count > 1 ? ` (${(sum(calm.cpu) / sum(one.calm.cpu)).toFixed(2)} of one)` : ''}, ${both(hard.cpu)} ms at most`,
      `p99 ${latencies(calm.latencies).p99} ms at ${CALM_PER_SECOND}/s`,
      `${Math.round(hard.perSecond)}/s at most`,
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
