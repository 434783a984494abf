import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigInvalidError, isTraced, readEnvironment } from '../config/index.js';
import { readTraceSettings } from './settings.js';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const COLLECTOR = 'http://collector:4318';
const settingsOf = (variables: Record<string, string>) => readTraceSettings(readEnvironment(variables));

function problemsOf(variables: Record<string, string>): readonly { path: string; message: string }[] {
  try {
    settingsOf({ [ENDPOINT]: COLLECTOR, ...variables });
  } catch (error) {
    if (error instanceof ConfigInvalidError) return error.problems;
  }
  return [];
}

it.each([
  [{}, false],
  [{ [ENDPOINT]: '' }, false],
  [{ [ENDPOINT]: COLLECTOR }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: COLLECTOR }, true],
  [{ [`${ENDPOINT}_FILE`]: '/no/such/file' }, true],
  [{ [ENDPOINT]: COLLECTOR, OTEL_SDK_DISABLED: 'True' }, false],
  [{ [ENDPOINT]: COLLECTOR, OTEL_SDK_DISABLED: 'false' }, true],
  [{ [ENDPOINT]: COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }, false],
])('with %j spans are exported: %s', (variables: Record<string, string>, expected) => {
  expect(isTraced(readEnvironment(variables))).toBe(expected);
});

it.each([
  [{ [ENDPOINT]: COLLECTOR }, 'http://collector:4318/v1/traces'],
  [{ [ENDPOINT]: `${COLLECTOR}/otlp/` }, 'http://collector:4318/otlp/v1/traces'],
  [{ [ENDPOINT]: COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t/spans' }, 'https://t/spans'],
])('%j are exported to %s', (variables: Record<string, string>, address) => {
  expect(settingsOf(variables).target.url.href).toBe(address);
});

it('has the defaults of OpenTelemetry, and the name of the program', () => {
  const { target, limits, resource, sampler } = settingsOf({ [ENDPOINT]: COLLECTOR });
  expect(target).toMatchObject({ headers: {}, timeoutMs: 10_000, isZipped: false });
  expect(limits).toEqual({ delayMs: 5_000, mostWaiting: 2_048, mostAtOnce: 512 });
  expect(resource['service.name']).toBe('gatehouse');
  expect([sampler('1'.repeat(32), undefined), sampler('1'.repeat(32), false)]).toEqual([true, false]);
});

it('reads the rest, those for traces before those for all signals', () => {
  const { target, limits, resource, sampler } = settingsOf({
    [ENDPOINT]: COLLECTOR,
    OTEL_EXPORTER_OTLP_HEADERS: 'X-All=1',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'Authorization=Basic%20a%3Db==, x-b=2',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'door',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=prod',
    OTEL_TRACES_SAMPLER: 'always_off',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  expect(target).toMatchObject({
    headers: { authorization: 'Basic a=b==', 'x-b': '2' },
    timeoutMs: 1_000,
    isZipped: true,
  });
  expect(limits.delayMs).toBe(50);
  expect(resource).toMatchObject({ 'service.name': 'door', 'deployment.environment.name': 'prod' });
  expect(sampler('1'.repeat(32), true)).toBe(false);
});

it('reads the headers from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-traces-'));
  writeFileSync(join(folder, 'headers'), 'authorization=Bearer secret\n', { mode: 0o600 });
  const file = { OTEL_EXPORTER_OTLP_HEADERS_FILE: join(folder, 'headers') };
  expect(settingsOf({ [ENDPOINT]: COLLECTOR, ...file }).target.headers).toEqual({
    authorization: 'Bearer secret',
  });
  rmSync(folder, { recursive: true });
});

it.each([
  [ENDPOINT, 'hunter2'],
  [ENDPOINT, 'ftp://hunter2'],
  [ENDPOINT, 'http://me:hunter2@collector'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hunter2%0A'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
  ['OTEL_TRACES_EXPORTER', 'console'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'hunter2'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', 'many'],
])('%s=%s is a problem that names the variable and not its value', (name, value) => {
  const problems = problemsOf({ [name]: value });
  expect(problems.map(({ path }) => path)).toEqual([name]);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});
