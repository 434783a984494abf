// Measures what traces cost: webhook to reply without them, with them, and, with `--base=<revision>` (or the folder of a
// build), without them against that one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QUESTION } from './lib/people.mjs';
import { report } from './lib/report.mjs';
import { buildOf } from './lib/revision.mjs';
import { measureSides } from './lib/sides.mjs';
import { fastCollector } from './reference/fast-collector.mjs';
import { fastModel } from './reference/fast-model.mjs';

const { values } = parseArgs({ options: { base: { type: 'string' } } });
const isBuild = values.base !== undefined && existsSync(join(values.base, 'main.js'));
const base = isBuild
  ? { program: values.base, remove: () => undefined }
  : values.base && buildOf(values.base);

const model = await fastModel((prompt) => prompt.match(QUESTION).at(-1));
const collector = await fastCollector();
const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };
const config = { agents: { list: [{ id: 'main', runtime }] } };
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };

try {
  const { cpu, p99 } = await measureSides([
    { config, options: {} },
    { config, options: { env: traced } },
    ...(base ? [{ config, options: { program: base.program } }] : []),
  ]);
  report('traces', [
    ...(base ? cpu(`CPU per message without traces, against ${values.base}`, 1.01, [0, 2]) : []),
    ...(base ? [p99(`p99 of replies without traces, against ${values.base}`, 1.1, [0, 2])] : []),
    ...cpu('CPU per message with traces, against without', 1.25, [1, 0]),
  ]);
  console.log(`${collector.counts.spans} spans were exported`);
} finally {
  base?.remove();
  await Promise.all([model.stop(), collector.stop()]);
}
