import { EventEmitter } from 'node:events';
import { Random } from '../common/random.js';
import { Timers } from '../common/timers.js';
import { ModelFaults } from './faults.js';
import { IssuedReasoning } from './reasoning.js';
import { lastUserText, play, type Scene } from './scene.js';
import type { ModelReply, ModelRequest, ModelRequestRecord } from './types.js';
import { Ledger } from './usage/ledger.js';
import { PromptCache } from './usage/prompt-cache.js';

export type Replier = (request: ModelRequest) => ModelReply | Promise<ModelReply>;

/** The vendor's description of the model, besides its name and its context. */
export interface ModelDescription {
  /** Default true; other models make vectors or pictures. */
  readonly answers?: boolean;
  /** Default true; only Ollama tells it. */
  readonly takesTools?: boolean;
  /** Default `active`; told by Anthropic, and as a date by OpenAI. */
  readonly lifecycle?: 'active' | 'deprecated' | 'retired';
}

/** The properties of the model. */
export interface ModelTraits {
  readonly model: string;
  /** Other names are unknown; undefined: every name is answered. */
  readonly models: readonly string[] | undefined;
  readonly apiKey: string | undefined;
  readonly tokenDelayMs: number;
  readonly isThinking: boolean;
  /** Most tokens of a prompt. */
  readonly contextWindow: number;
  readonly listing: 'keyed' | 'open' | 'none';
  readonly description: ModelDescription;
  readonly clockAheadMs: number;
  readonly seed: number;
  readonly requestsKept: number;
}

/** State and script of the model, for the use of the HTTP routes. */
export class ModelCore {
  readonly requests: ModelRequestRecord[] = [];
  readonly timers = new Timers();
  readonly events = new EventEmitter<{ change: []; end: [ModelRequestRecord] }>();
  readonly faults: ModelFaults;
  readonly ledger = new Ledger();
  readonly cache = new PromptCache();
  readonly reasoning = new IssuedReasoning();
  /** Reasons of the requests refused as by the real API. */
  readonly refusals: string[] = [];
  private readonly script: ModelReply[] = [];
  private readonly scenes: { readonly when: RegExp; readonly scene: Scene }[] = [];
  private answers = 0;

  constructor(
    readonly traits: ModelTraits,
    private readonly replier: Replier,
  ) {
    this.faults = new ModelFaults(new Random(traits.seed));
  }

  /** Uses scripted replies first, each once, then a matching scene, then the `reply` option. */
  async reply(request: ModelRequest): Promise<ModelReply> {
    const next = this.script.shift();
    if (next !== undefined) return next;
    const text = lastUserText(request);
    const found = this.scenes.find(({ when }) => when.test(text));
    return found ? play(found.scene, request) : this.replier(request);
  }

  addScene(when: RegExp, scene: Scene): void {
    this.scenes.push({ when, scene });
  }

  refuse(problem: string): void {
    this.refusals.push(problem);
    this.events.emit('change');
  }

  addToScript(replies: readonly ModelReply[]): void {
    this.script.push(...replies);
  }

  get nextNumber(): number {
    this.answers += 1;
    return this.answers;
  }

  record(record: ModelRequestRecord): void {
    this.requests.push(record);
    if (this.requests.length > this.traits.requestsKept) this.requests.shift();
    this.events.emit('change');
  }

  noteEnd(record: ModelRequestRecord, isComplete: boolean): void {
    record.aborted = !isComplete;
    this.events.emit('end', record);
    this.events.emit('change');
  }
}
