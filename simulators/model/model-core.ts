import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Random } from '../common/random.js';
import { Timers } from '../common/timers.js';
import { ModelFaults } from './faults.js';
import { lastUserText, play, type Scene } from './scene.js';
import type { ModelReply, ModelRequest, ModelRequestRecord } from './types.js';

const LOG_LIMIT = 10_000;

export type Replier = (request: ModelRequest) => ModelReply | Promise<ModelReply>;

/** State and script of the model, for the use of the HTTP routes. */
export class ModelCore {
  readonly requests: ModelRequestRecord[] = [];
  readonly timers = new Timers();
  readonly events = new EventEmitter<{ change: [] }>();
  readonly faults: ModelFaults;
  /** Reasons of the requests refused as by the real API. */
  readonly refusals: string[] = [];
  private readonly script: ModelReply[] = [];
  private readonly scenes: { readonly when: RegExp; readonly scene: Scene }[] = [];

  constructor(
    readonly model: string,
    readonly tokenDelayMs: number,
    private readonly replier: Replier,
    seed: number,
  ) {
    this.faults = new ModelFaults(new Random(seed));
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

  record(body: ModelRequest, headers: IncomingHttpHeaders): ModelRequestRecord {
    const record = {
      at: Date.now(),
      body,
      hasAuthorization: headers.authorization !== undefined,
      headerNames: Object.keys(headers),
      aborted: false,
    };
    this.requests.push(record);
    if (this.requests.length > LOG_LIMIT) this.requests.shift();
    this.events.emit('change');
    return record;
  }

  noteEnd(record: ModelRequestRecord, isComplete: boolean): void {
    record.aborted = !isComplete;
    this.events.emit('change');
  }
}
