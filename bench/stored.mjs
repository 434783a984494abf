// Webhook to reply with a million stored messages, against the same program on an empty database.
// `--postgres`: on PostgreSQL instead of SQLite.
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOAD } from './lib/load.mjs';
import { People } from './lib/people.mjs';
import { startDatabaseServer, query } from './lib/postgres.mjs';
import { startGateway } from './lib/process.mjs';
import { report } from './lib/report.mjs';
import { latencies, median } from './lib/stats.mjs';
import { fillPostgres, fillSqlite, STORED_CHATS } from './lib/stored-messages.mjs';
import { fastBridge } from './reference/fast-bridge.mjs';

const MESSAGES = Number(process.env.BENCH_STORED ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6);
/** A round is long enough for a checkpoint of the log, which costs more the more is stored. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** As many messages as V8 needs to compile what it will compile, so that no side is measured before the other. */
const WARM_SECONDS = 6;
const CHATS = 50;
/** Two starts of the same program differ by a tenth, so each side is measured on this many. */
const STARTS = 2;
const isOnPostgres = process.argv.includes('--postgres');

/** Programs to stop at the end, the last started first. */
const ends = [];
const bridge = await fastBridge();
ends.push(() => bridge.stop());
const imbridge = { serverUrl: bridge.url, password: 'bench', dmPolicy: 'open' };
const config = { ...LOAD, channels: { imbridge } };

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stored-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Options for starts on filled databases, and their size in MB. */
async function filledFiles() {
  const [first, ...others] = Array.from({ length: STARTS }, newFolder);
  const maker = await startGateway(config, { stateDir: first });
  await maker.stop();
  fillSqlite(first, MESSAGES);
  for (const each of others) cpSync(first, each, { recursive: true });
  return {
    sizeMb: statSync(join(first, 'gatehouse.db')).size / 2 ** 20,
    starts: [first, ...others].map((stateDir) => ({ stateDir })),
  };
}

async function filledDatabases(server) {
  const first = await server.create('filled_0');
  await (await startGateway(config, { env: { DATABASE_URL: first } })).dispose();
  await fillPostgres(first, MESSAGES);
  const starts = [{ env: { DATABASE_URL: first } }];
  for (let n = 1; n < STARTS; n++)
    starts.push({ env: { DATABASE_URL: await server.create(`filled_${n}`, { copyOf: 'filled_0' }) } });
  const [{ size }] = await query(first, 'select pg_database_size(current_database()) as size');
  return { sizeMb: Number(size) / 2 ** 20, starts };
}

async function emptyStarts(server) {
  if (!server) return Array.from({ length: STARTS }, () => ({}));
  const urls = Array.from({ length: STARTS }, (_, n) => server.create(`empty_${n}`));
  return (await Promise.all(urls)).map((DATABASE_URL) => ({ env: { DATABASE_URL } }));
}

/** A running gateway; each of its results includes CPU per message in ms. */
async function start(options) {
  const gateway = await startGateway(config, options);
  ends.push(() => gateway.dispose());
  const people = new People(bridge, [gateway]);
  const rounds = [];
  const measure = async (load) => {
    const cpu = gateway.cpuSeconds();
    const result = await people.saturate({ chats: CHATS, ...load });
    return { ...result, cpuMs: ((gateway.cpuSeconds() - cpu) * 1000) / result.sent };
  };
  return { gateway, rounds, measure };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => sum(values) / values.length;
const typical = (side, key) => mean(side.map(({ rounds }) => median(rounds.map((each) => each[key]))));

/** The median of the ratios of each round with the filled database to the one with the empty beside it. */
function medianRatio({ filled, empty }, key) {
  const pairs = filled.flatMap(({ rounds }, n) => rounds.map((round, at) => [round, empty[n].rounds[at]]));
  const ratios = pairs.map(([round, beside]) => round[key] / beside[key]);
  return { ratio: median(ratios), from: Math.min(...ratios), to: Math.max(...ratios), count: ratios.length };
}

const p99 = (side) => latencies(side.flatMap(({ rounds }) => rounds.flatMap((r) => r.latencies))).p99;

async function measureBoth() {
  const server = isOnPostgres ? await startDatabaseServer() : undefined;
  if (server) ends.push(() => server.stop());
  const begin = performance.now();
  const { sizeMb, starts } = await (server ? filledDatabases(server) : filledFiles());
  const fillSeconds = (performance.now() - begin) / 1000;
  console.log(`${MESSAGES} messages stored in ${fillSeconds.toFixed(0)} s: ${sizeMb.toFixed(0)} MB`);

  const sides = { empty: [], filled: [] };
  for (const options of await emptyStarts(server)) sides.empty.push(await start(options));
  for (const options of starts) sides.filled.push(await start(options));
  // Alternates, each time in the other order, so that other load on the machine affects both sides.
  const inTurn = sides.empty.flatMap((each, n) => [each, sides.filled[n]]);
  // Gives the chats of both sides a history, for equal work.
  for (const { measure } of inTurn) await measure({ seconds: WARM_SECONDS });
  for (let round = 0; round < ROUNDS; round++)
    for (const { measure, rounds } of round % 2 ? inTurn.toReversed() : inTurn)
      rounds.push(await measure({ seconds: SECONDS }));
  // Every stored chat once: the worst case for the page cache.
  const wide = await sides.filled[0].measure({
    seconds: SECONDS,
    chatOf: (worker, n) => (worker + CHATS * n) % STORED_CHATS,
  });

  const both = (read) => `${read(sides.filled)} against ${read(sides.empty)}`;
  const { ratio, from, to, count } = medianRatio(sides, 'perSecond');
  const wrong = sum(inTurn.flatMap(({ rounds }) => rounds.flatMap((r) => [r.lost, r.doubled])));
  report(isOnPostgres ? 'stored-postgres' : 'stored', [
    {
      work: `webhook → reply with ${MESSAGES.toLocaleString('en')} stored messages${isOnPostgres ? ', PostgreSQL' : ''}`,
      target: '≥ 0.95 of an empty database',
      measured: ratio.toFixed(2),
      met: ratio >= 0.95 && wrong === 0,
      detail: [
        `median of ${count} rounds of ${SECONDS} s beside one another (${from.toFixed(2)} to ${to.toFixed(2)})`,
        both((side) => `${Math.round(typical(side, 'perSecond'))}/s`),
        `CPU ${both((side) => `${typical(side, 'cpuMs').toFixed(2)} ms`)}: ${medianRatio(sides, 'cpuMs').ratio.toFixed(2)}`,
        `p99 ${both((side) => `${p99(side)} ms`)}`,
        `all ${STORED_CHATS} chats in turn ${Math.round(wide.perSecond)}/s`,
        `ready ${both((side) => `${Math.round(Math.min(...side.map(({ gateway }) => gateway.readyMs)))} ms`)}`,
        `memory ${both((side) => `${Math.round(mean(side.map(({ gateway }) => gateway.memoryMb())))} MB`)}`,
        `database ${Math.round(sizeMb)} MB`,
        `lost or doubled ${wrong}`,
      ].join('; '),
    },
  ]);
}

try {
  await measureBoth();
} finally {
  for (const end of ends.reverse()) await end();
}
