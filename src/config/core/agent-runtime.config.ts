import { validateHeaderName, validateHeaderValue } from 'node:http';
import { IsIn, IsInt, IsNotEmpty, IsOptional, Max, Min } from 'class-validator';
import { isLoopbackHost } from '../../common/index.js';
import { ConfigProblem } from '../tree/problem.js';
import { Nested, Setting } from '../describe/setting.decorator.js';
import { IsBaseUrl } from '../describe/validators.js';
import { ModelPriceConfig } from './model-price.config.js';

export const RUNTIME_TYPES = ['echo', 'openai-compatible', 'http'] as const;
export type RuntimeType = (typeof RUNTIME_TYPES)[number];

/** The runtime that produces an agent's answers. */
export class AgentRuntimeConfig {
  @Setting({
    doc: '`echo` repeats the message; `openai-compatible` calls a model server; `http` calls a service of your own.',
  })
  @IsIn(RUNTIME_TYPES)
  readonly type: RuntimeType = 'echo';

  @Setting({ doc: 'Base URL of the model server or service. Required unless `type` is `echo`.' })
  @IsOptional()
  @IsBaseUrl()
  readonly baseUrl?: string;

  @Setting({
    doc: '`openai-compatible`: sent as bearer token. `http`: the key calls are signed with; required unless `baseUrl` is on loopback.',
    secret: true,
  })
  @IsOptional()
  @IsNotEmpty()
  readonly apiKey?: string;

  @Setting({ doc: 'Name of the model. Required for `openai-compatible`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly model?: string;

  @Setting({ doc: 'Further headers of every call, name to value.', secret: true, type: 'map of strings' })
  @IsOptional()
  readonly headers?: Readonly<Record<string, string>>;

  @Setting({ doc: 'Whether the model accepts images; without it they are only mentioned.' })
  readonly images: boolean = false;

  @Setting({
    doc: '`http` only: whether the service accepts files of every type, including images; without it other files are only mentioned.',
  })
  readonly files: boolean = false;

  @Setting({
    doc: 'How long a turn may take, from the first call of the model to the end of its answer, in milliseconds.',
  })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  readonly timeoutMs: number = 60_000;

  @Nested(() => ModelPriceConfig)
  readonly price?: ModelPriceConfig;

  problems(): ConfigProblem[] {
    return [...this.missing(), ...headerProblems(this.headers ?? {}), ...this.unsendable()];
  }

  private missing(): ConfigProblem[] {
    const missing = (key: 'baseUrl' | 'model') =>
      this[key] === undefined ? [new ConfigProblem(key, `is required for runtime type ${this.type}`)] : [];
    if (this.type === 'http') return [...missing('baseUrl'), ...this.unsigned()];
    if (this.type !== 'openai-compatible') return [];
    const files = this.files
      ? [new ConfigProblem('files', 'is for runtime type http: model servers take images')]
      : [];
    return [...missing('baseUrl'), ...missing('model'), ...files];
  }

  /** The key of a model server travels in a header. */
  private unsendable(): ConfigProblem[] {
    const { type, apiKey } = this;
    if (type !== 'openai-compatible' || apiKey === undefined || isHeaderValue(apiKey)) return [];
    return [new ConfigProblem('apiKey', NO_VALUE)];
  }

  /** Messages must not go to a service that cannot authenticate the gateway. */
  private unsigned(): ConfigProblem[] {
    const { baseUrl, apiKey } = this;
    const host = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.hostname;
    if (apiKey !== undefined || host === undefined || isLoopbackHost(host)) return [];
    return [new ConfigProblem('apiKey', 'is required for runtime type http: calls are signed with it')];
  }
}

const NO_VALUE = 'holds a line break or another character that no HTTP header may have';
/** Headers about the connection and the length of the body, which the HTTP client sets. */
const CLIENTS_OWN = /^(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

/** A name that is none is not shown, because it may be a secret in the wrong place. */
function headerProblems(headers: Readonly<Record<string, unknown>>): ConfigProblem[] {
  return Object.entries(headers).flatMap(([name, value], at) => {
    if (!isHeaderName(name))
      return [new ConfigProblem('headers', `name ${at + 1} is no name of an HTTP header`)];
    const path = `headers.${name}`;
    if (CLIENTS_OWN.test(name)) return [new ConfigProblem(path, 'is set by the gateway itself')];
    return isHeaderValue(value) ? [] : [new ConfigProblem(path, NO_VALUE)];
  });
}

const isHeaderName = (name: string): boolean => succeeds(() => validateHeaderName(name));
const isHeaderValue = (value: unknown): boolean => succeeds(() => validateHeaderValue('x', value as string));

function succeeds(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
