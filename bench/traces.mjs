// Measures what traces cost: webhook to reply without them, with them, and, with `--base=<revision>` (or the folder of a
// build), without them against that one. Each side is started anew several times, because V8 compiles each start in its
// own way; within a start all sides are measured in turns.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QUESTION } from './lib/people.mjs';
import { report } from './lib/report.mjs';
import { buildOf } from './lib/revision.mjs';
import { hardest, inTurns, ratioOf, startSide, steady } from './lib/sides.mjs';
import { fastCollector } from './reference/fast-collector.mjs';
import { fastModel } from './reference/fast-model.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const STARTS = Number(process.env.BENCH_STARTS ?? 3);
/** As bench/reply.mjs: at full speed, after which V8 has compiled what it will compile. */
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 6);
const PER_SECOND = 100;

const { values } = parseArgs({ options: { base: { type: 'string' } } });
const isBuild = values.base !== undefined && existsSync(join(values.base, 'main.js'));
const base = isBuild
  ? { program: values.base, remove: () => undefined }
  : values.base && buildOf(values.base);

const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const collector = await fastCollector();
const config = {
  agents: {
    list: [{ id: 'main', runtime: { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' } }],
  },
};
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };

const calm = [[], [], []];
const hard = [[], [], []];
let sides = [];

async function measureOneStart() {
  sides = [await startSide(config, {}), await startSide(config, { env: traced })];
  if (base) sides.push(await startSide(config, { program: base.program }));
  for (const { people } of sides) await hardest(WARM_SECONDS)(people);
  const results = [
    [calm, await inTurns(sides, ROUNDS, steady(PER_SECOND, SECONDS))],
    [hard, await inTurns(sides, ROUNDS, hardest(SECONDS))],
  ];
  for (const [all, rounds] of results) for (const [n, each] of rounds.entries()) all[n].push(...each);
  for (const { stop } of sides.splice(0)) await stop();
}

const compared = (work, at, target, [one, other]) => {
  const { ratio, detail } = ratioOf(at[one], at[other]);
  const rounds = `median of ${at[one].length} rounds of ${SECONDS} s in ${STARTS} starts`;
  return {
    work,
    target: `≤ ${target}`,
    measured: ratio.toFixed(3),
    met: ratio <= target,
    detail: `${rounds}: ${detail}`,
  };
};

try {
  for (let n = 0; n < STARTS; n++) await measureOneStart();
  const against = `CPU per message without traces, against ${values.base}`;
  const withThem = 'CPU per message with traces, against without';
  report('traces', [
    ...(base ? [compared(`${against}, at ${PER_SECOND}/s`, calm, 1.01, [0, 2])] : []),
    ...(base ? [compared(`${against}, at full speed`, hard, 1.01, [0, 2])] : []),
    compared(`${withThem}, at ${PER_SECOND}/s`, calm, 1.25, [1, 0]),
    compared(`${withThem}, at full speed`, hard, 1.25, [1, 0]),
  ]);
  console.log(`${collector.counts.spans} spans were exported`);
} finally {
  for (const { stop } of sides) await stop();
  base?.remove();
  await Promise.all([model.stop(), collector.stop()]);
}
