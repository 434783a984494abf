import { IsIn, IsInt, IsNotEmpty, IsOptional, Max, Min } from 'class-validator';
import { isLoopbackHost } from '../../common/index.js';
import { ConfigProblem } from '../tree/problem.js';
import { Nested, Setting } from '../describe/setting.decorator.js';
import { IsBaseUrl } from '../describe/validators.js';
import { headerProblems, isHeaderValue, NO_HEADER_VALUE } from './header-problems.js';
import { ModelPriceConfig } from './models/model-price.config.js';
import { MODEL_TYPES, type ModelType, modelTypeOf, typesThat } from './models/model-types.js';

export const RUNTIME_TYPES = ['echo', ...MODEL_TYPES.map(({ type }) => type), 'http'] as const;
export type RuntimeType = (typeof RUNTIME_TYPES)[number];

export const REASONING = ['off', 'low', 'medium', 'high'] as const;

const takePdfs = ({ takesPdfs }: ModelType) => takesPdfs;
const needKey = ({ needsKey }: ModelType) => needsKey;

/** Settings of models alone. */
const OF_MODELS = ['reasoning', 'maxOutputTokens', 'contextWindow', 'firstByteMs'] as const;

/** The runtime that produces an agent's answers. */
export class AgentRuntimeConfig {
  @Setting({
    doc: '`echo` repeats the message; `http` calls your own service; the others call a model through its own API (`openai-compatible`: any server with `/chat/completions`).',
  })
  @IsIn(RUNTIME_TYPES)
  readonly type: RuntimeType = 'echo';

  @Setting({
    doc: "Base URL of the model server or service. Unset = the vendor's address; `ollama`: this machine. Required for `openai-compatible` and `http`.",
  })
  @IsOptional()
  @IsBaseUrl()
  readonly baseUrl?: string;

  @Setting({
    doc: `API key of the model; required for ${typesThat(needKey, '`')} at the vendor's address. \`http\`: the key for signing calls; required unless \`baseUrl\` is on loopback.`,
    secret: true,
  })
  @IsOptional()
  @IsNotEmpty()
  readonly apiKey?: string;

  @Setting({ doc: 'Name of the model. Required for every type except `echo` and `http`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly model?: string;

  @Setting({
    doc: 'Additional headers for every call, as a map of names to values.',
    secret: true,
    type: 'map of strings',
  })
  @IsOptional()
  readonly headers?: Readonly<Record<string, string>>;

  @Setting({ doc: 'Whether the model accepts images; if not, they are only mentioned.' })
  readonly images: boolean = false;

  @Setting({
    doc: `\`http\`: whether the service accepts files of every type, including images. ${typesThat(takePdfs, '`')}: whether the model accepts PDFs. Other files are only mentioned.`,
  })
  readonly files: boolean = false;

  @Setting({
    doc: "How much the model reasons before it answers. Unset = the model's default. People never see it.",
  })
  @IsOptional()
  @IsIn(REASONING)
  readonly reasoning?: (typeof REASONING)[number];

  @Setting({
    doc: "Maximum tokens of one answer of the model, including reasoning. Unset = 16384; `openai-compatible`: the server's own limit.",
  })
  @IsOptional()
  @IsInt()
  @Min(16)
  @Max(1_000_000)
  readonly maxOutputTokens?: number;

  @Setting({
    doc: "Maximum tokens of the model's context, question and answer together. If the history does not fit, less of it is sent; an answer gets at most half. `ollama`: also sent as `num_ctx`. Unset = unknown; `ollama`: the server's own limit.",
  })
  @IsOptional()
  @IsInt()
  @Min(512)
  @Max(100_000_000)
  readonly contextWindow?: number;

  @Setting({
    doc: 'How long the model may take until the first byte of an answer, and how long it may pause within one, in milliseconds. Unset = 30000.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  readonly firstByteMs?: number;

  @Setting({
    doc: 'How long a turn may take, from the first model call to the end of the answer, in milliseconds.',
  })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  readonly timeoutMs: number = 60_000;

  @Nested(() => ModelPriceConfig)
  readonly price?: ModelPriceConfig;

  problems(): ConfigProblem[] {
    const ofType = modelTypeOf(this.type) ? this.ofModel() : this.ofOthers();
    return [...ofType, ...headerProblems(this.headers ?? {}), ...this.unsendable()];
  }

  private ofModel(): ConfigProblem[] {
    const { type, files } = this;
    const { hasDefaultBaseUrl, takesPdfs, needsKey } = modelTypeOf(type) ?? NO_MODEL;
    return [
      ...(hasDefaultBaseUrl ? [] : this.missing('baseUrl')),
      ...this.missing('model'),
      ...(needsKey && this.baseUrl === undefined && this.headers === undefined ? this.missing('apiKey') : []),
      ...(files && !takesPdfs ? [new ConfigProblem('files', NO_FILES)] : []),
    ];
  }

  private ofOthers(): ConfigProblem[] {
    const { type } = this;
    const idle = OF_MODELS.filter((key) => this[key] !== undefined).map(
      (key) => new ConfigProblem(key, `is for models only, and not allowed for runtime type ${type}`),
    );
    return type === 'http' ? [...this.missing('baseUrl'), ...this.unsigned(), ...idle] : idle;
  }

  private missing(key: 'baseUrl' | 'model' | 'apiKey'): ConfigProblem[] {
    return this[key] === undefined
      ? [new ConfigProblem(key, `is required for runtime type ${this.type}`)]
      : [];
  }

  /** The key of a model server travels in a header. */
  private unsendable(): ConfigProblem[] {
    const { type, apiKey } = this;
    if (!modelTypeOf(type) || apiKey === undefined || isHeaderValue(apiKey)) return [];
    return [new ConfigProblem('apiKey', NO_HEADER_VALUE)];
  }

  /** Messages must not go to a service that cannot authenticate the gateway. */
  private unsigned(): ConfigProblem[] {
    const { baseUrl, apiKey } = this;
    const host = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.hostname;
    if (apiKey !== undefined || host === undefined || isLoopbackHost(host)) return [];
    return [new ConfigProblem('apiKey', 'is required for runtime type http, for signing calls')];
  }
}

const NO_FILES = `is only for runtime type http, and for PDFs with ${typesThat(takePdfs)}`;
const NO_MODEL = { hasDefaultBaseUrl: true, takesPdfs: false, needsKey: false };
