// Gateways beside one another: each between a bridge of its own and a model, measured in turns, so that other load on the
// machine affects all of them alike. One start of a program differs from the next by up to a tenth, and keeps that for
// its life, so all sides are restarted several times, each time in the other order. Used by measurements of what a
// feature costs.
import { LOAD } from './load.mjs';
import { People } from './people.mjs';
import { startGateway } from './process.mjs';
import { median, percentile } from './stats.mjs';
import { fastBridge } from '../reference/fast-bridge.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** Rounds of each load, in each start. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const STARTS = Number(process.env.BENCH_STARTS ?? 7);
/** As bench/reply.mjs: at full speed, after which V8 has compiled what it will compile. */
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 6);
const PER_SECOND = 100;

const steady = (people) => people.steady({ chats: PER_SECOND / 2, perSecond: PER_SECOND, seconds: SECONDS });
const hardest = (seconds) => (people) => people.saturate({ chats: 100, seconds });
const inOrder = (items, turn) => (turn % 2 ? items.toReversed() : items);

/** @param side `{ config, options }` as those of `startGateway`, and `ready(gateway)`, which resolves when it may be measured */
async function start({ config, options, ready }) {
  const bridge = await fastBridge();
  const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
  const gateway = await startGateway({ ...LOAD, ...config, channels: { imbridge } }, options);
  const stop = async () => (await gateway.dispose(), await bridge.stop());
  await ready?.(gateway);
  return { gateway, people: new People(bridge, [gateway]), stop };
}

/** One round: CPU of all threads for a message, and the time of each message to its reply, ms. */
async function measure({ gateway, people }, load) {
  const before = gateway.cpuSeconds();
  const { sent, lost, doubled, latencies } = await load(people);
  if (lost + doubled > 0) throw new Error(`lost ${lost}, doubled ${doubled}`);
  return { cpuMs: ((gateway.cpuSeconds() - before) * 1_000) / sent, latencies };
}

/**
 * @param turn the number of the start, which gives the order of the first round
 * @returns a list of rounds for each side
 */
async function inTurns(sides, load, turn) {
  const rounds = new Map(sides.map((side) => [side, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const side of inOrder(sides, turn + round)) rounds.get(side).push(await measure(side, load));
  return sides.map((side) => rounds.get(side));
}

async function measureStart(sides, turn) {
  const started = new Map();
  try {
    for (const side of inOrder(sides, turn)) started.set(side, await start(side));
    const all = sides.map((side) => started.get(side));
    for (const { people } of inOrder(all, turn)) await hardest(WARM_SECONDS)(people);
    return { calm: await inTurns(all, steady, turn), hard: await inTurns(all, hardest(SECONDS), turn) };
  } finally {
    for (const { stop } of started.values()) await stop();
  }
}

/** The CPU per message of each round. */
const cpu = (rounds) => rounds.map(({ cpuMs }) => cpuMs);
/** The p99 of all rounds together: a round has a few hundred messages. */
const p99 = (rounds) => [
  percentile(
    rounds.flatMap(({ latencies }) => latencies),
    0.99,
  ),
];

/**
 * A line of the report: the median, over all starts, of the ratio of two sides, with its spread.
 * @param starts lists of rounds, by side
 * @param valuesOf the values of a side's rounds, ms, of which those of both sides are compared one by one
 */
function compared({ work, target, starts, valuesOf, pair: [one, other] }) {
  const values = starts.map((at) => [valuesOf(at[one]), valuesOf(at[other])]);
  const ratios = values.map(([ofOne, ofOther]) => median(ofOne.map((ms, n) => ms / ofOther[n])));
  const ratio = median(ratios);
  const [from, to] = [Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(3));
  const ms = (side) => median(values.flatMap((at) => at[side])).toFixed(3);
  const rounds = `median of ${STARTS} starts with ${ROUNDS} rounds of ${SECONDS} s each`;
  const detail = `${rounds}: ${ms(0)} ms against ${ms(1)} ms, starts from ${from} to ${to}`;
  return { work, target: `≤ ${target}`, measured: ratio.toFixed(3), met: ratio <= target, detail };
}

/**
 * Measures all sides at a steady load and at full speed.
 * @returns makes lines of the report that compare one side with another, by their numbers: `cpu` two, and `p99` one
 */
export async function measureSides(sides) {
  const starts = [];
  for (let turn = 0; turn < STARTS; turn++) starts.push(await measureStart(sides, turn));
  const [calm, hard] = [starts.map((at) => at.calm), starts.map((at) => at.hard)];
  const steadily = `at ${PER_SECOND}/s`;
  return {
    cpu: (work, target, pair) => [
      compared({ work: `${work}, ${steadily}`, target, starts: calm, valuesOf: cpu, pair }),
      compared({ work: `${work}, at full speed`, target, starts: hard, valuesOf: cpu, pair }),
    ],
    p99: (work, target, pair) =>
      compared({ work: `${work}, ${steadily}`, target, starts: calm, valuesOf: p99, pair }),
  };
}
