// Measures what open consoles cost the gateway: their streams of events while nothing happens, on both databases, and
// at 100 messages/s, in turns with none open.
import { request } from 'undici';
import { LOAD } from './lib/load.mjs';
import { People, QUESTION } from './lib/people.mjs';
import { startDatabaseServer } from './lib/postgres.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const IDLE_CONSOLES = 20;
const BUSY_CONSOLES = 5;
const ROUNDS = 3;
const TOKEN = 'bench-owner-token-of-some-length';

/** The streams of consoles; a page reads each event and throws it away here. */
async function openStreams(url, count) {
  const bodies = [];
  for (let n = 0; n < count; n++) {
    const { body } = await request(`${url}/admin/v1/events`, {
      headers: { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream' },
    });
    bodies.push(body.on('error', () => undefined).resume());
  }
  return () => bodies.forEach((body) => body.destroy());
}

const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1_000));

/** The share of a core that a program takes, in per cent. */
async function shareOf(program) {
  const before = program.cpuSeconds();
  await wait(SECONDS);
  return ((program.cpuSeconds() - before) / SECONDS) * 100;
}

async function idleShares(env) {
  const program = await startGateway({}, { env: { GATEHOUSE_ADMIN_TOKEN: TOKEN, ...env } });
  // Compiles what it will compile, and looks for the first time.
  await wait(SECONDS);
  const without = await shareOf(program);
  const close = await openStreams(program.url, IDLE_CONSOLES);
  await wait(2);
  const share = await shareOf(program);
  close();
  await program.dispose();
  return { without, share };
}

const sum = (rounds, key) => rounds.reduce((total, round) => total + round[key], 0);

const server = await startDatabaseServer();
const idle = {
  SQLite: await idleShares({}),
  PostgreSQL: await idleShares({ DATABASE_URL: await server.create('consoles') }),
};
await server.stop();

const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const bridge = await fastBridge();
const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };
const program = await startGateway(
  {
    ...LOAD,
    agents: { list: [{ id: 'main', runtime }] },
    channels: { imbridge: { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' } },
  },
  { env: { GATEHOUSE_ADMIN_TOKEN: TOKEN } },
);
const people = new People(bridge, [program]);
await people.saturate({ chats: 100, seconds: 6 });
const rounds = { without: [], open: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of ['without', 'open']) {
    const close = await openStreams(program.url, kind === 'open' ? BUSY_CONSOLES : 0);
    const before = program.cpuSeconds();
    const result = await people.steady({ chats: 50, perSecond: 100, seconds: SECONDS });
    const cpuMs = ((program.cpuSeconds() - before) * 1_000) / result.sent;
    rounds[kind].push({ ...result, cpuMs, p99: latencies(result.latencies).p99 });
    close();
  }
}
await program.dispose();
await bridge.stop();
await model.stop();

const [p99Without, p99Open] = [rounds.without, rounds.open].map((all) => all.map(({ p99 }) => p99));
const cpuText = (all) => `${median(all.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms`;
const [lost, doubled] = ['lost', 'doubled'].map((key) => sum([...rounds.without, ...rounds.open], key));
report('console', [
  ...Object.entries(idle).map(([database, { without, share }]) => ({
    work: `${IDLE_CONSOLES} consoles open, nothing happening, on ${database}`,
    target: '≤ 1 % of a core',
    measured: `${share.toFixed(1)} %`,
    met: share <= 1,
    detail: `without any ${without.toFixed(1)} %; ${SECONDS} s each, user and system time of all threads`,
  })),
  {
    work: `webhook → reply at 100/s with ${BUSY_CONSOLES} consoles open`,
    target: 'p99 within those without, lost 0, doubled 0',
    measured: `p99 ${p99Open.join(', ')} ms`,
    met: median(p99Open) <= Math.max(...p99Without) && lost + doubled === 0,
    detail: [
      `without: ${p99Without.join(', ')} ms, in turns of ${SECONDS} s`,
      `CPU a message ${cpuText(rounds.open)}, without ${cpuText(rounds.without)}`,
      `lost ${lost}, doubled ${doubled}`,
    ].join('; '),
  },
]);
