// Measures from the webhook to the reply at the bridge, through a model that answers at once, in turns with bare Node
// that does the same input and output. Then measures memory at 500/s: `BENCH_MEMORY_SECONDS=600` runs the ten minutes
// of DESIGN 8.
import { LOAD } from './lib/load.mjs';
import { People, QUESTION } from './lib/people.mjs';
import { startGateway, startReference } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const MEMORY_SECONDS = Number(process.env.BENCH_MEMORY_SECONDS ?? 30);
/** At full speed: some thousand messages, after which V8 has compiled what it will compile. */
const WARM_SECONDS = 6;
const CALM_ROUNDS = 3;
const HARD_ROUNDS = 2;

const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };

/** A gateway and the bridge of its own that it answers through. */
async function gatewaySide() {
  const bridge = await fastBridge();
  const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
  const agents = { list: [{ id: 'main', runtime }] };
  const program = await startGateway({ ...LOAD, agents, channels: { imbridge } });
  return { bridge, program, people: new People(bridge, [program]), end: () => program.dispose() };
}

async function referenceSide() {
  const bridge = await fastBridge();
  const program = await startReference('bare-replier.mjs', bridge.url, model.baseUrl);
  return { bridge, program, people: new People(bridge, [program]), end: () => program.stop() };
}

const cpuMs = ({ user, system }) => (user + system) / 1000;

/** Adds CPU per message in ms, of all threads: the program's, and that of the sender, the bridge and the model. */
async function measured({ program, people }, load) {
  const [cpu, rig] = [program.cpuSeconds(), process.cpuUsage()];
  const result = await load(people);
  const ofProgram = ((program.cpuSeconds() - cpu) * 1000) / result.sent;
  return { ...result, cpuMs: ofProgram, rigMs: cpuMs(process.cpuUsage(rig)) / result.sent };
}

const steady = (perSecond, seconds) => (people) => people.steady({ chats: 50, perSecond, seconds });
const hardest = (seconds) => (people) => people.saturate({ chats: 100, seconds });

/** Both sides in turns, so that other load on the machine affects both: all rounds of each as one result. */
async function inTurns(sides, count, load) {
  const rounds = sides.map(() => []);
  for (let round = 0; round < count; round++)
    for (const [n, side] of sides.entries()) rounds[n].push(await measured(side, load));
  return rounds.map(summary);
}

function summary(rounds) {
  const sum = (key) => rounds.reduce((total, round) => total + round[key], 0);
  const typical = (key) => median(rounds.map((round) => round[key]));
  return {
    times: latencies(rounds.flatMap((round) => round.latencies)),
    perSecond: typical('perSecond'),
    cpuMs: typical('cpuMs'),
    rigMs: typical('rigMs'),
    sent: sum('sent'),
    lost: sum('lost'),
    doubled: sum('doubled'),
  };
}

/** Resident memory of a gateway that has just started, every second of a load. */
async function memoryOf(load) {
  const side = await gatewaySide();
  const samples = [];
  const timer = setInterval(() => samples.push(side.program.memoryMb()), 1_000);
  const result = await measured(side, load).finally(() => clearInterval(timer));
  await side.end();
  await side.bridge.stop();
  const third = Math.ceil(samples.length / 3);
  const [early, late] = [median(samples.slice(0, third)), median(samples.slice(-third))];
  return { result, most: Math.max(...samples), early, late };
}

const sides = [await gatewaySide(), await referenceSide()];
for (const { people } of sides) await hardest(WARM_SECONDS)(people);
const [calm, bareCalm] = await inTurns(sides, CALM_ROUNDS, steady(100, SECONDS));
const [hard, bareHard] = await inTurns(sides, HARD_ROUNDS, hardest(SECONDS));
for (const { end, bridge } of sides) {
  await end();
  await bridge.stop();
}
const busy = await memoryOf(steady(500, MEMORY_SECONDS));
await model.stop();

const isRight = ({ lost, doubled }) => lost === 0 && doubled === 0;
const wrongs = ({ lost, doubled }) => `lost ${lost}, doubled ${doubled}`;
const percentiles = ({ times: { p50, p99 } }) => `p50 ${p50} ms, p99 ${p99} ms`;
const times = (one, other) => `${(one / other).toFixed(1)} times`;
report('reply', [
  {
    work: 'webhook → reply at 100/s over 50 chats',
    target: 'p50 ≤ 5 ms, p99 ≤ 25 ms',
    measured: percentiles(calm),
    met: calm.times.p50 <= 5 && calm.times.p99 <= 25 && isRight(calm),
    detail: [
      `bare Node: ${percentiles(bareCalm)}`,
      `max ${calm.times.max} ms, ${wrongs(calm)}`,
      `${calm.sent} messages in ${CALM_ROUNDS} turns of ${SECONDS} s, after ${WARM_SECONDS} s at full speed`,
    ].join('; '),
  },
  {
    work: 'CPU per message',
    target: '≤ 2 ms',
    measured: `${calm.cpuMs.toFixed(2)} ms`,
    met: calm.cpuMs <= 2,
    detail: [
      `bare Node ${bareCalm.cpuMs.toFixed(2)} ms: ${times(calm.cpuMs, bareCalm.cpuMs)} as much`,
      `at full speed ${hard.cpuMs.toFixed(2)} ms, bare Node ${bareHard.cpuMs.toFixed(2)} ms`,
      `at 500/s ${busy.result.cpuMs.toFixed(2)} ms`,
      'user and system time of all threads, the same messages as the row above',
    ].join('; '),
  },
  {
    work: 'sustained: 100 chats, each writes when it is answered',
    target: '≥ 800/s, lost 0, doubled 0',
    measured: `${Math.round(hard.perSecond)}/s`,
    met: hard.perSecond >= 800 && isRight(hard),
    detail: [
      `bare Node ${Math.round(bareHard.perSecond)}/s: ${times(bareHard.perSecond, hard.perSecond)} as many`,
      `${percentiles(hard)}, ${wrongs(hard)}`,
      `sender, bridge and model take ${hard.rigMs.toFixed(2)} ms CPU a message beside it`,
    ].join('; '),
  },
  {
    work: 'memory at 500/s',
    target: '≤ 250 MB',
    measured: `${busy.most} MB`,
    met: busy.most <= 250 && isRight(busy.result),
    detail: [
      `the most within ${MEMORY_SECONDS} s of it from the start on (the soak runs longer)`,
      `${busy.early} MB in the first third, ${busy.late} MB in the last`,
      `${Math.round(busy.result.perSecond)}/s answered, ${percentiles(summary([busy.result]))}, ${wrongs(busy.result)}`,
    ].join('; '),
  },
]);
