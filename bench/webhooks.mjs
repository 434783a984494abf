// Measures what webhooks cost a message: a gateway that tells one of every message and its answer, in turns with one that
// has no webhook, both at 100/s over 50 chats.
import { createServer } from 'node:http';
import { LOAD } from './lib/load.mjs';
import { People, QUESTION } from './lib/people.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WARM_SECONDS = 4;
const ROUNDS = 3;
/** How many times the CPU of a message without a webhook. */
const MOST_CPU = 2;

const ids = new Set();
const receiver = createServer((request, response) => {
  ids.add(request.headers['webhook-id']);
  request.resume().on('end', () => response.writeHead(204).end());
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const webhook = {
  id: 'bench',
  url: `http://127.0.0.1:${receiver.address().port}/`,
  secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  events: ['message.*'],
  includeText: true,
};

const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const agents = {
  list: [{ id: 'main', runtime: { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' } }],
};

async function sideWith(list) {
  const bridge = await fastBridge();
  const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
  const program = await startGateway({ ...LOAD, agents, channels: { imbridge }, webhooks: { list } });
  return { bridge, program, people: new People(bridge, [program]), rounds: [] };
}

async function measure({ program, people, rounds }) {
  const cpu = program.cpuSeconds();
  const result = await people.steady({ chats: 50, perSecond: 100, seconds: SECONDS });
  rounds.push({ ...result, cpuMs: ((program.cpuSeconds() - cpu) * 1000) / result.sent });
}

const sides = [await sideWith([]), await sideWith([webhook])];
for (const { people } of sides) await people.steady({ chats: 50, perSecond: 100, seconds: WARM_SECONDS });
for (let round = 0; round < ROUNDS; round++) for (const side of sides) await measure(side);
const [without, told] = sides.map(({ rounds }) => ({
  times: latencies(rounds.flatMap((each) => each.latencies)),
  cpuMs: median(rounds.map((each) => each.cpuMs)),
  sent: rounds.reduce((sum, { sent }) => sum + sent, 0),
}));
const expected = 2 * (told.sent + 100 * WARM_SECONDS);
for (let waited = 0; ids.size < expected && waited < 30; waited++)
  await new Promise((resolve) => setTimeout(resolve, 1_000));
for (const { program, bridge } of sides) {
  await program.dispose();
  await bridge.stop();
}
await model.stop();
receiver.close();
receiver.closeAllConnections();

const percentiles = ({ times: { p50, p99 } }) => `p50 ${p50} ms, p99 ${p99} ms`;
const ratio = told.cpuMs / without.cpuMs;
report('webhooks', [
  {
    work: 'CPU per message that a webhook is told of, with its answer',
    target: `≤ ${MOST_CPU} times that without a webhook; none lost`,
    measured: `${told.cpuMs.toFixed(2)} ms, ${ratio.toFixed(2)} times`,
    met: ratio <= MOST_CPU && ids.size >= expected,
    detail: [
      `without ${without.cpuMs.toFixed(2)} ms`,
      `${percentiles(told)}, without ${percentiles(without)}`,
      `${ids.size} of ${expected} messages told`,
    ].join('; '),
  },
]);
