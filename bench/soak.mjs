// Half an hour at 100 messages/s over 500 chats, to see whether memory, latency and CPU stay the same. Runs only by
// name (`npm run bench -- soak`). Writes bench/soak.json, and a picture of it: bench/soak.svg.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD } from './lib/load.mjs';
import { People, QUESTION } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { machine } from './lib/results.mjs';
import { drawSoak, durationText } from './lib/soak-picture.mjs';
import { latencies, median, percentile } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 1_800);
const EVERY_S = 10;
const PER_SECOND = 100;
const CHATS = 500;
/** The last third's memory may exceed the first third's by this amount, MB: garbage left by a collection. */
const LEEWAY_MB = 20;

const bridge = await fastBridge();
const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const gateway = await startGateway({
  ...LOAD,
  agents: {
    list: [{ id: 'main', runtime: { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' } }],
  },
  channels: { imbridge: { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' } },
});
const people = new People(bridge, [gateway]);
const samples = [];

/** Runs ten seconds of the load. @returns their measurements */
async function sample() {
  const cpu = gateway.cpuSeconds();
  const round = await people.steady({ chats: CHATS, perSecond: PER_SECOND, seconds: EVERY_S });
  const cpuMs = ((gateway.cpuSeconds() - cpu) * 1000) / round.sent;
  const { p50, p99, max } = latencies(round.latencies);
  const { lost, doubled } = round;
  return { memoryMb: gateway.memoryMb(), p50, p99, max, cpuMs: Number(cpuMs.toFixed(2)), lost, doubled };
}

await sample();
for (let at = EVERY_S; at <= SECONDS; at += EVERY_S) samples.push({ at, ...(await sample()) });

const third = Math.max(1, Math.floor(samples.length / 3));
const memory = samples.map(({ memoryMb }) => memoryMb);
const [early, late] = [median(memory.slice(0, third)), median(memory.slice(-third))];
const most = percentile(memory, 1);
const total = (key) => samples.reduce((sum, each) => sum + each[key], 0);
const [lost, doubled] = [total('lost'), total('doubled')];
const result = {
  date: new Date().toISOString().slice(0, 10),
  machine: machine(),
  seconds: SECONDS,
  everySeconds: EVERY_S,
  perSecond: PER_SECOND,
  chats: CHATS,
  lost,
  doubled,
  samples,
};
writeFileSync(join(import.meta.dirname, 'soak.json'), `${JSON.stringify(result)}\n`);
writeFileSync(join(import.meta.dirname, 'soak.svg'), drawSoak(result));
report('soak', [
  {
    work: `${durationText(SECONDS)} at ${PER_SECOND}/s over ${CHATS} chats`,
    target: 'memory ≤ 250 MB and flat; lost 0, doubled 0',
    measured: `${most} MB at most, ${early} MB in the first third, ${late} MB in the last`,
    met: most <= 250 && late <= early + LEEWAY_MB && lost + doubled === 0,
    detail: `p99 of ${EVERY_S} s: median ${median(samples.map(({ p99 }) => p99))} ms, worst ${percentile(
      samples.map(({ p99 }) => p99),
      1,
    )} ms; CPU ${median(samples.map(({ cpuMs }) => cpuMs))} ms a message; lost ${lost}, doubled ${doubled}`,
  },
]);
await gateway.dispose();
await bridge.stop();
await model.stop();
