// Measures what unused MCP tools cost: webhook to reply with 50 of them offered, without a server, and,
// with `--base=<revision>`, that revision of the repository, which is built for it. Then the memory of a gateway at rest.
import { parseArgs } from 'node:util';
import { QUESTION } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { buildOf } from './lib/revision.mjs';
import { measureSides } from './lib/sides.mjs';
import { fastMcp } from './reference/fast-mcp.mjs';
import { fastModel } from './reference/fast-model.mjs';

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

async function memoryOf(config) {
  const gateway = await startGateway(config, { env });
  if (config.mcp) await untilListed(gateway);
  await wait(SETTLE_MS);
  const mb = gateway.memoryMb();
  await gateway.dispose();
  return mb;
}

const base = values.base === undefined ? undefined : buildOf(values.base);
const sides = [
  { config: plain, options: { env } },
  { config: offered, options: { env }, ready: untilListed },
  ...(base ? [{ config: plain, options: { env, program: base.program } }] : []),
];
try {
  const { cpu, p99 } = await measureSides(sides);
  const [without, withServer] = [await memoryOf({}), await memoryOf(offered)];
  report('tools', [
    ...(base ? cpu(`CPU per message without servers, against ${values.base}`, 1.01, [0, 2]) : []),
    ...(base ? [p99(`p99 of replies without servers, against ${values.base}`, 1.1, [0, 2])] : []),
    ...cpu(`CPU per message with ${TOOLS} tools that are never called, against none`, 1.05, [1, 0]),
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
