// Webhook to reply at the bridge, through a model that answers at once.
import { LOAD } from './lib/load.mjs';
import { People, QUESTION } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);

const bridge = await fastBridge();
const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };
const gateway = await startGateway({
  ...LOAD,
  agents: { list: [{ id: 'main', runtime }] },
  channels: { imbridge },
});
const people = new People(bridge, [gateway]);

/** Includes CPU per message in ms, and resident memory in MB at the end. */
async function measured(load) {
  const cpu = gateway.cpuSeconds();
  const result = await load();
  const cpuMs = ((gateway.cpuSeconds() - cpu) * 1000) / result.sent;
  return { ...result, cpuMs, memoryMb: gateway.memoryMb(), times: latencies(result.latencies) };
}
const steady = (perSecond) => measured(() => people.steady({ chats: 50, perSecond, seconds: SECONDS }));
const isRight = ({ lost, doubled }) => lost === 0 && doubled === 0;
const wrongs = ({ lost, doubled }) => `lost ${lost}, doubled ${doubled}`;

await people.steady({ chats: 50, perSecond: 100, seconds: 3 });
const calm = await steady(100);
const busy = await steady(500);
const hard = await measured(() => people.saturate({ chats: 100, seconds: SECONDS }));
report('reply', [
  {
    work: 'webhook → reply at 100/s over 50 chats',
    target: 'p50 ≤ 5 ms, p99 ≤ 25 ms',
    measured: `p50 ${calm.times.p50} ms, p99 ${calm.times.p99} ms`,
    met: calm.times.p50 <= 5 && calm.times.p99 <= 25 && isRight(calm),
    detail: `max ${calm.times.max} ms, ${wrongs(calm)}`,
  },
  {
    work: 'CPU per message',
    target: '≤ 2 ms',
    measured: `${calm.cpuMs.toFixed(2)} ms`,
    met: calm.cpuMs <= 2,
    detail: `${busy.cpuMs.toFixed(2)} ms at 500/s, ${hard.cpuMs.toFixed(2)} ms at most`,
  },
  {
    work: 'sustained: 100 chats, each writes when it is answered',
    target: '≥ 800/s, lost 0, doubled 0',
    measured: `${Math.round(hard.perSecond)}/s`,
    met: hard.perSecond >= 800 && isRight(hard),
    detail: `${JSON.stringify(hard.times)}, ${wrongs(hard)}`,
  },
  {
    work: 'memory at 500/s',
    target: '≤ 250 MB',
    measured: `${busy.memoryMb} MB`,
    met: busy.memoryMb <= 250,
    detail: `after ${SECONDS} s of it (bench/soak.mjs runs longer): ${busy.perSecond.toFixed(0)}/s, ${JSON.stringify(busy.times)}, ${wrongs(busy)}; ${hard.memoryMb} MB as fast as it goes`,
  },
]);
await gateway.dispose();
await bridge.stop();
await model.stop();
