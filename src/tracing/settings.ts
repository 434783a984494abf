import { randomUUID } from 'node:crypto';
import { VERSION } from '../common/index.js';
import { ConfigInvalidError, ConfigProblem, type Environment } from '../config/index.js';
import type { OtlpTarget } from './export/otlp-client.js';
import type { QueueLimits } from './export/span-queue.js';
import type { Attributes } from './spans/span.js';
import { SAMPLERS, type Sampler, samplerOf } from './spans/sampler.js';

export interface TraceSettings {
  readonly target: OtlpTarget;
  readonly limits: QueueLimits;
  readonly sampler: Sampler;
  readonly resource: Attributes;
}

/**
 * The settings in the variables of OpenTelemetry (docs/operations/traces.md). A variable for traces alone takes precedence over the one for all
 * signals.
 * @throws ConfigInvalidError with every problem; no value is in a message
 */
export function readTraceSettings(environment: Environment): TraceSettings {
  const variables = new Variables(environment);
  const settings = {
    target: targetIn(variables),
    limits: {
      delayMs: variables.number('OTEL_BSP_SCHEDULE_DELAY', 5_000),
      mostWaiting: variables.number('OTEL_BSP_MAX_QUEUE_SIZE', 2_048),
      mostAtOnce: variables.number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512),
    },
    sampler: samplerIn(variables),
    resource: resourceIn(variables),
  };
  if (variables.problems.length > 0) throw new ConfigInvalidError(variables.problems);
  return settings;
}

/** Reads variables, each with its `_FILE` form, and collects the problems. */
class Variables {
  readonly problems: ConfigProblem[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    const reading = this.environment.variable?.(name);
    this.problems.push(...(reading?.problems ?? []));
    return reading?.value;
  }

  /** The variable for traces, or the one for all signals; and its name. */
  ofTraces(suffix: string): { readonly name: string; readonly value: string | undefined } {
    const [own, shared] = [`OTEL_EXPORTER_OTLP_TRACES_${suffix}`, `OTEL_EXPORTER_OTLP_${suffix}`];
    const value = this.text(own);
    return value === undefined ? { name: shared, value: this.text(shared) } : { name: own, value };
  }

  number(name: string, fallback: number): number {
    return this.numberIn({ name, value: this.text(name) }, fallback);
  }

  numberIn({ name, value }: { name: string; value: string | undefined }, fallback: number): number {
    if (value === undefined) return fallback;
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
    return this.refuse(name, 'must be a whole number from 1', fallback);
  }

  /** `name=value` pairs between commas, percent-encoded. */
  pairs({ name, value = '' }: { name: string; value: string | undefined }): Record<string, string> {
    const parts = value.split(',').filter((part) => part.trim() !== '');
    try {
      return Object.fromEntries(parts.map(pairIn));
    } catch {
      return this.refuse(name, 'must be name=value pairs with commas between them, percent-encoded', {});
    }
  }

  refuse<T>(name: string, problem: string, instead: T): T {
    this.problems.push(new ConfigProblem(name, problem));
    return instead;
  }
}

/** @throws Error for anything else */
function pairIn(text: string): [string, string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(at, 0)).trim();
  if (name === '') throw new Error('no name');
  return [name, decodeURIComponent(text.slice(at + 1).trim())];
}

function targetIn(variables: Variables): OtlpTarget {
  const exporter = 'OTEL_TRACES_EXPORTER';
  if ((variables.text(exporter) ?? 'otlp') !== 'otlp')
    variables.refuse(exporter, 'must be otlp or none', undefined);
  const protocol = variables.ofTraces('PROTOCOL');
  if (protocol.value !== undefined && protocol.value !== 'http/json')
    variables.refuse(protocol.name, 'must be http/json, the only supported export format', undefined);
  const compression = variables.ofTraces('COMPRESSION');
  if (compression.value !== undefined && !['gzip', 'none'].includes(compression.value))
    variables.refuse(compression.name, 'must be gzip or none', undefined);
  return {
    url: addressIn(variables),
    headers: headersIn(variables),
    timeoutMs: variables.numberIn(variables.ofTraces('TIMEOUT'), 10_000),
    isZipped: compression.value === 'gzip',
  };
}

/** The address for traces as it is; that for all signals is the beginning of it. */
function addressIn(variables: Variables): URL {
  const { name, value = '' } = variables.ofTraces('ENDPOINT');
  const none = new URL('http://127.0.0.1');
  if (!URL.canParse(value)) return variables.refuse(name, 'must be an http or https URL', none);
  const url = new URL(value);
  if (!['http:', 'https:'].includes(url.protocol))
    return variables.refuse(name, 'must be an http or https URL', none);
  if (url.username !== '' || url.password !== '')
    return variables.refuse(
      name,
      'must not contain a password: use OTEL_EXPORTER_OTLP_HEADERS instead',
      none,
    );
  if (!name.includes('TRACES')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

function headersIn(variables: Variables): Record<string, string> {
  const given = variables.ofTraces('HEADERS');
  const headers = Object.entries(variables.pairs(given)).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const isSendable = headers.every(
    ([name, value]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value),
  );
  return isSendable
    ? Object.fromEntries(headers)
    : variables.refuse(given.name, 'contains characters that are not allowed in a header', {});
}

function samplerIn(variables: Variables): Sampler {
  const given = variables.text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const ratio = Number(variables.text('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  const name = SAMPLERS.find((each) => each === given);
  if (name === undefined)
    variables.refuse('OTEL_TRACES_SAMPLER', `must be one of ${SAMPLERS.join(', ')}`, undefined);
  if (!(ratio >= 0 && ratio <= 1))
    variables.refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1', undefined);
  return samplerOf(name ?? 'always_off', ratio);
}

function resourceIn(variables: Variables): Attributes {
  const name = 'OTEL_RESOURCE_ATTRIBUTES';
  const given = variables.pairs({ name, value: variables.text(name) });
  const service = variables.text('OTEL_SERVICE_NAME') ?? given['service.name'] ?? 'gatehouse';
  return {
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
    'telemetry.sdk.name': 'gatehouse',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': VERSION,
    ...given,
    'service.name': service,
  };
}
