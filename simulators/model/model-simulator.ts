import { Listener } from '../common/listener.js';
import { timeLimit } from '../common/time-limit.js';
import { waitFor } from '../common/wait-for.js';
import { createModelApp } from './app.js';
import type { ModelFaults } from './faults.js';
import { ModelCore, type ModelDescription, type ModelTraits, type Replier } from './model-core.js';
import type { Quirk } from './quirks/quirk.js';
import { lastUserText, type Scene } from './scene.js';
import type { ModelReply, ModelRequest, ModelRequestRecord, WireName } from './types.js';
import type { ModelTotals } from './usage/ledger.js';
import { WIRES } from './wires/index.js';

export interface ModelSimulatorOptions {
  /** The default 0 takes any free port. */
  readonly port?: number;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** The model in lists of models; default `simulated`. */
  readonly model?: string;
  /** The only names that are known, the others get 404; default: every name is answered. */
  readonly models?: readonly string[];
  /** Calls without this key are refused; default: every call is answered. */
  readonly apiKey?: string;
  /** The callers that see the list of models: `open` shows it without the key, `none` has no list. Default `keyed`. */
  readonly listing?: 'keyed' | 'open' | 'none';
  /** The description of the model, where the vendor gives one. */
  readonly description?: ModelDescription;
  /** The lead of the server's clock, as its `Date` headers tell it, ms; default 0. */
  readonly clockAheadMs?: number;
  /** Makes the model's answer; default: `You said: ` and the last user message. */
  readonly reply?: Replier;
  /** Pause in ms before each token; default 0. */
  readonly tokenDelayMs?: number;
  /**
   * Whether the model thinks before each answer: with its calls it issues signatures and reasoning, and refuses the next
   * step when they are missing or changed. Default: only replies with a `reasoning` of their own.
   */
  readonly reasoning?: boolean;
  /** Most tokens of a prompt (four characters each); longer ones are refused in the vendor's words. Default: no limit. */
  readonly contextWindow?: number;
  /** The newest requests that `requests` holds; default 10,000. A long run with long prompts needs few. */
  readonly requestsKept?: number;
  /** Seed for faults with a probability; default 1. */
  readonly seed?: number;
}

/** A server with a scripted model that speaks the protocols of all vendors (`wires/`), and tells which models it has. */
export class ModelSimulator {
  private constructor(
    private readonly core: ModelCore,
    private readonly listener: Listener,
  ) {}

  /** Resolves when the server listens. */
  static async start(options: ModelSimulatorOptions = {}): Promise<ModelSimulator> {
    const core = new ModelCore(traitsOf(options), options.reply ?? repeatUser);
    const listener = new Listener(createModelApp(core), options.host ?? '127.0.0.1', options.port ?? 0);
    await listener.open();
    return new ModelSimulator(core, listener);
  }

  /** `http://host:port`. */
  get url(): string {
    return this.listener.url;
  }

  /** The value for `runtime.baseUrl` of `openai-compatible`. */
  get baseUrl(): string {
    return this.baseUrlOf('openai-compatible');
  }

  /** The value for `runtime.baseUrl` of any wire. */
  baseUrlOf(name: WireName): string {
    return `${this.url}${WIRES.find((wire) => wire.name === name)?.basePath ?? ''}`;
  }

  get port(): number {
    return this.listener.port;
  }

  get faults(): ModelFaults {
    return this.core.faults;
  }

  /** Completion requests in order of arrival, failed ones included; the newest `requestsKept`. */
  get requests(): readonly ModelRequestRecord[] {
    return this.core.requests;
  }

  /** Sets the next replies; after them `reply` is used again. */
  script(...replies: readonly ModelReply[]): void {
    this.core.addToScript(replies);
  }

  /** Plays the scene whenever the newest user message matches: its calls, then the answer to their results. */
  when(pattern: RegExp, scene: Scene): void {
    this.core.addScene(pattern, scene);
  }

  /** Answers as a real server did from now on: the n-th request gets the n-th answer, and the last one repeats. */
  play({ answers }: Pick<Quirk, 'answers'>): void {
    const { completions } = this.faults;
    completions.clear();
    for (const [index, answer] of answers.entries()) {
      const fault = { kind: 'raw', answer } as const;
      if (index < answers.length - 1) completions.next(fault);
      else completions.all(fault);
    }
  }

  /** Reasons of the requests refused as by the real API: a test asserts that there are none. */
  get refusals(): readonly string[] {
    return this.core.refusals;
  }

  /** Calls the listener at the end of each accepted call, also of one that failed or broke off. */
  onEnd(listener: (call: ModelRequestRecord) => void): void {
    this.core.events.on('end', listener);
  }

  /** The tokens of each model, of requests and answers, as they were reported to the callers. */
  reported(): readonly ModelTotals[] {
    return this.core.ledger.totals;
  }

  /** Refuses connections until `up()` and cuts answers in progress. */
  async down(): Promise<void> {
    this.core.timers.clear();
    await this.listener.close();
  }

  /** Listens again on the same port. */
  async up(): Promise<void> {
    await this.listener.open();
  }

  async stop(): Promise<void> {
    await this.down();
  }

  /** Resolves with the first truthy value of `predicate`, which runs again when a request arrives or an answer ends. */
  waitFor<T>(
    predicate: () => T | undefined | null | false,
    timeoutMs = timeLimit(20_000),
    what?: string,
  ): Promise<T> {
    return waitFor(this.core.events, predicate, { timeoutMs, what });
  }
}

const traitsOf = (options: ModelSimulatorOptions): ModelTraits => ({
  model: options.model ?? 'simulated',
  models: options.models,
  apiKey: options.apiKey,
  tokenDelayMs: options.tokenDelayMs ?? 0,
  isThinking: options.reasoning ?? false,
  contextWindow: options.contextWindow ?? Infinity,
  listing: options.listing ?? 'keyed',
  description: options.description ?? {},
  clockAheadMs: options.clockAheadMs ?? 0,
  seed: options.seed ?? 1,
  requestsKept: options.requestsKept ?? 10_000,
});

const repeatUser = (request: ModelRequest): string => `You said: ${lastUserText(request)}`;
