// Measures what tools of servers cost that nobody calls: webhook to reply with 50 of them offered, without a server, and,
// with `--base=<revision>`, that revision of the repository, which is built for it. All in turns: what counts is the
// ratio of rounds beside one another. Then the memory of a gateway at rest.
import { parseArgs } from 'node:util';
import { QUESTION } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { buildOf } from './lib/revision.mjs';
import { hardest, inTurns, ratioOf, startSide, steady } from './lib/sides.mjs';
import { fastMcp } from './reference/fast-mcp.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12);
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
  const side = await startSide(config, { env, ...(program && { program }) });
  if (config.mcp) await untilListed(side.gateway);
  return side;
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
const sides = [];
try {
  sides.push(await start(plain), await start(offered));
  if (base) sides.push(await start(plain, base.program));
  for (const { people } of sides) await hardest(WARM_SECONDS)(people);
  const calm = await inTurns(sides, ROUNDS, steady(PER_SECOND, SECONDS));
  const hard = await inTurns(sides, ROUNDS, hardest(SECONDS));
  for (const { stop } of sides.splice(0)) await stop();
  const [without, withServer] = [await memoryOf({}), await memoryOf(offered)];

  const compared = (work, at, target, [one, other]) => {
    const { ratio, detail } = ratioOf(at[one], at[other]);
    const rounds = `median of ${ROUNDS} rounds of ${SECONDS} s`;
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
  for (const { stop } of sides) await stop();
  base?.remove();
  await Promise.all([model.stop(), tools.stop()]);
}
