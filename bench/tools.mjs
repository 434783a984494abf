// Measures what tools of servers cost that nobody calls: webhook to reply with 50 of them offered, without a server, and,
// with `--base=<revision>`, that revision of the repository, which is built for it. One start of a program differs from the
// next by up to a tenth, and keeps that for its life, so all sides are started anew again and again; beside one another,
// in turns, each time in the other order. The ratio of a start is the median of those of its rounds, and what counts is
// the median of all starts. Then the memory of a gateway at rest.
import { parseArgs } from 'node:util';
import { LOAD } from './lib/load.mjs';
import { People, QUESTION } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { buildOf } from './lib/revision.mjs';
import { median } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastMcp } from './reference/fast-mcp.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** Of each load, in each start. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const STARTS = Number(process.env.BENCH_STARTS ?? 7);
/** As bench/reply.mjs: at full speed, after which V8 has compiled what it will compile. */
const WARM_SECONDS = 6;
const PER_SECOND = 100;
const TOOLS = 50;
const TOKEN = 'bench-owner-token-of-some-length';
/** At rest: after the first garbage collections. */
const SETTLE_MS = 10_000;

const { values } = parseArgs({ options: { base: { type: 'string' } } });

const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const tools = await fastMcp(TOOLS);
const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };
const plain = { agents: { list: [{ id: 'main', runtime }] } };
const offered = {
  agents: { list: [{ id: 'main', runtime, mcp: ['own'] }] },
  mcp: { servers: { own: { url: tools.url } } },
};
const env = { GATEHOUSE_ADMIN_TOKEN: TOKEN };

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Resolves when the gateway offers all tools. */
async function untilListed({ url }) {
  for (;;) {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { items } = await (await fetch(`${url}/admin/v1/mcp/servers`, { headers })).json();
    if (items[0]?.tools === TOOLS) return;
    await wait(50);
  }
}

async function start(config, program) {
  const bridge = await fastBridge();
  const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
  const options = { env, ...(program && { program }) };
  const gateway = await startGateway({ ...LOAD, ...config, channels: { imbridge } }, options);
  if (config.mcp) await untilListed(gateway);
  const people = new People(bridge, [gateway]);
  const stop = async () => (await gateway.dispose(), await bridge.stop());
  return { gateway, people, stop };
}

/** CPU of all threads for a message, ms. */
async function cpuOf({ gateway, people }, load) {
  const before = gateway.cpuSeconds();
  const { sent, lost, doubled } = await load(people);
  if (lost + doubled > 0) throw new Error(`lost ${lost}, doubled ${doubled}`);
  return ((gateway.cpuSeconds() - before) * 1_000) / sent;
}

const steady = (people) => people.steady({ chats: PER_SECOND / 2, perSecond: PER_SECOND, seconds: SECONDS });
const hardest = (seconds) => (people) => people.saturate({ chats: 100, seconds });

const inOrder = (items, turn) => (turn % 2 ? items.toReversed() : items);

/**
 * CPU per message of each round, by side: in turns, so that other load on the machine affects all sides.
 * @param turn the number of the start, which gives the order of the first round
 * @returns a list of rounds for each side
 */
async function inTurns(sides, load, turn) {
  const rounds = new Map(sides.map((side) => [side, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const side of inOrder(sides, turn + round)) rounds.get(side).push(await cpuOf(side, load));
  return sides.map((side) => rounds.get(side));
}

/** Starts each side anew, measures both loads, and ends them. @param turn the number of the start, which gives the order */
async function measureStart(settings, turn) {
  const sides = [];
  try {
    const started = new Map();
    for (const each of inOrder(settings, turn)) {
      const side = await start(each.config, each.program);
      sides.push(side);
      started.set(each, side);
    }
    const all = settings.map((each) => started.get(each));
    for (const { people } of inOrder(all, turn)) await hardest(WARM_SECONDS)(people);
    return { calm: await inTurns(all, steady, turn), hard: await inTurns(all, hardest(SECONDS), turn) };
  } finally {
    for (const { stop } of sides) await stop();
  }
}

/** The median, over all starts, of the ratio of two sides, with its spread. @param starts lists of rounds, by side */
function ratioOf(starts, [one, other]) {
  const ratios = starts.map((at) => median(at[one].map((ms, round) => ms / at[other][round])));
  const [from, to] = [Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(3));
  const ms = (side) => median(starts.flatMap((at) => at[side])).toFixed(3);
  return {
    ratio: median(ratios),
    detail: `${ms(one)} ms against ${ms(other)} ms, starts from ${from} to ${to}`,
  };
}

async function memoryOf(config) {
  const gateway = await startGateway(config, { env });
  if (config.mcp) await untilListed(gateway);
  await wait(SETTLE_MS);
  const mb = gateway.memoryMb();
  await gateway.dispose();
  return mb;
}

const base = values.base === undefined ? undefined : buildOf(values.base);
const settings = [
  { config: plain },
  { config: offered },
  ...(base ? [{ config: plain, program: base.program }] : []),
];
try {
  const starts = [];
  for (let turn = 0; turn < STARTS; turn++) starts.push(await measureStart(settings, turn));
  const calm = starts.map((each) => each.calm);
  const hard = starts.map((each) => each.hard);
  const [without, withServer] = [await memoryOf({}), await memoryOf(offered)];

  const compared = (work, at, target, pair) => {
    const { ratio, detail } = ratioOf(at, pair);
    const rounds = `median of ${STARTS} starts with ${ROUNDS} rounds of ${SECONDS} s each`;
    return {
      work,
      target: `≤ ${target}`,
      measured: ratio.toFixed(3),
      met: ratio <= target,
      detail: `${rounds}: ${detail}`,
    };
  };
  const against = `CPU per message without servers, against ${values.base}`;
  const with50 = `CPU per message with ${TOOLS} tools that nobody calls, against none`;
  report('tools', [
    ...(base ? [compared(`${against}, at ${PER_SECOND}/s`, calm, 1.01, [0, 2])] : []),
    ...(base ? [compared(`${against}, at full speed`, hard, 1.01, [0, 2])] : []),
    compared(`${with50}, at ${PER_SECOND}/s`, calm, 1.05, [1, 0]),
    compared(`${with50}, at full speed`, hard, 1.05, [1, 0]),
    {
      work: `idle memory with a server of ${TOOLS} tools`,
      target: 'within 40 MB of none',
      measured: `${withServer} MB`,
      met: withServer - without <= 40,
      detail: `without servers ${without} MB`,
    },
  ]);
} finally {
  base?.remove();
  await Promise.all([model.stop(), tools.stop()]);
}
