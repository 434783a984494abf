import { RuntimeFailure, type TurnPart } from '../../runtime.js';
import { refuseCallsBeyond } from '../tool-calls.js';
import { toRuntimeFailure } from '../call-failure.js';
import type { RequestedCall, StepAnswer } from '../steps.js';

/** The fields of a streamed chunk that we read; servers send more, and may leave out any of these. */
interface Chunk {
  readonly choices?: readonly Choice[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
  readonly error?: unknown;
}

interface Choice {
  readonly delta?: {
    readonly content?: unknown;
    readonly tool_calls?: readonly CallDelta[] | null;
  };
  readonly finish_reason?: string | null;
}

interface CallDelta {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown };
}

/** A call whose pieces are still arriving. */
interface GrowingCall {
  readonly index: number | undefined;
  readonly id: string;
  name: string;
  arguments: string;
}

/** Assembles the chunks of one streamed completion. */
export class ChatStream {
  private text = '';
  private readonly calls: GrowingCall[] = [];
  private usage: Chunk['usage'];
  private chunks = 0;
  private isFinished = false;
  private isOver = false;

  constructor(private readonly maxChunks: number) {}

  /**
   * Takes the data of one event. @returns its parts, often none
   * @throws RuntimeFailure when it is not a chunk, reports an error, or exceeds the limit
   */
  readEvent(data: string): string {
    this.isOver ||= data === '[DONE]';
    if (this.isOver) return '';
    if (++this.chunks > this.maxChunks)
      throw new RuntimeFailure(`the model's answer came in more than ${this.maxChunks} parts`, false);
    const { choices, usage, error } = parse(data);
    if (error !== undefined && error !== null) throw toRuntimeFailure(error, NEVER);
    if (usage) this.usage = usage;
    const choice = choices?.[0];
    return choice ? this.takeChoice(choice) : '';
  }

  /** Whether the server has said that nothing follows. */
  get isDone(): boolean {
    return this.isOver;
  }

  /** The whole text and all calls. @throws RuntimeFailure when the stream was cut off */
  end(): StepAnswer {
    if (this.chunks === 0 && !this.isOver) throw new RuntimeFailure(NO_EVENTS, true, { code: 'no-events' });
    // Half an answer must not pass for a whole one: a stream that was cut off has no finish reason.
    if (!this.isFinished) throw new RuntimeFailure('the model broke off its answer', true);
    const calls = this.calls.map(({ id, name, arguments: text }): RequestedCall => ({
      id,
      name,
      input: inputOf(text),
    }));
    return { text: this.text, calls };
  }

  /** The tokens used, where the server counts them. */
  get cost(): TurnPart | undefined {
    const inputTokens = count(this.usage?.prompt_tokens);
    const outputTokens = count(this.usage?.completion_tokens);
    if (inputTokens === undefined && outputTokens === undefined) return undefined;
    return { kind: 'usage', inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  }

  private takeChoice({ delta, finish_reason: reason }: Choice): string {
    if (typeof reason === 'string' && reason !== 'error') this.isFinished = true;
    for (const call of delta?.tool_calls ?? []) this.takeCall(call);
    const said = typeof delta?.content === 'string' ? delta.content : '';
    this.text += said;
    return said;
  }

  private takeCall({ index, id, function: called = {} }: CallDelta): void {
    const call = this.growing(index, id ?? '') ?? this.begin(index, id ?? '');
    call.name ||= called.name ?? '';
    const { arguments: piece = '' } = called;
    // Some servers send the arguments as an object instead of text.
    call.arguments += typeof piece === 'string' ? piece : JSON.stringify(piece ?? '');
  }

  /**
   * Finds the call that a piece belongs to. Further pieces name its index, but some servers give none, or give the same
   * index to all calls and tell them apart by id.
   */
  private growing(index: number | undefined, id: string): GrowingCall | undefined {
    const last = this.calls.at(-1);
    const named = index === undefined ? last : this.calls.findLast((call) => call.index === index);
    return id === '' || named?.id === id ? named : undefined;
  }

  private begin(index: number | undefined, id: string): GrowingCall {
    const call = { index, id: id === '' ? `call_${this.calls.length + 1}` : id, name: '', arguments: '' };
    refuseCallsBeyond(this.calls.push(call));
    return call;
  }
}

const NO_EVENTS = "the model's answer was no stream of events: is baseUrl right?";

const NEVER = new AbortController().signal;

function parse(data: string): Chunk {
  try {
    const chunk = JSON.parse(data) as unknown;
    if (typeof chunk === 'object' && chunk !== null) return chunk;
  } catch {
    // Reported below.
  }
  throw new RuntimeFailure('the model sent an event that is no JSON object', true);
}

/** Undefined for anything but JSON; the tool box then reports that to the model. */
function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
