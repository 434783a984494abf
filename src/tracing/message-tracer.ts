import type {
  Carried,
  OpenCall,
  TracedAttempt,
  TracedCall,
  TracedEvent,
  TracedRun,
  TracedTool,
  TracedTurn,
  Tracer,
} from '../common/index.js';
import { callAttributes, callEndAttributes } from './model-attributes.js';
import { requestHandler } from './request-spans.js';
import { RunCounter } from './run-counter.js';
import { type SpanContext, traceparentIn } from './spans/span-context.js';
import type { SpanSource } from './spans/span-source.js';

/** The good end of an attempt or a turn; another end is a failure if it has a code. */
const SENT = 'sent';

/**
 * Names the steps and says of each what may be known outside: ids, codes and counts of ours, and no word or address of a person
 * (docs/operations/traces.md lists them).
 */
export class MessageTracer implements Tracer {
  readonly request: Tracer['request'];
  private readonly runs = new RunCounter();

  constructor(private readonly spans: SpanSource) {
    this.request = requestHandler(spans);
  }

  accept<T extends 'stored' | 'duplicate'>(event: TracedEvent, store: () => Promise<T>): Promise<T> {
    const { id, channel, account, kind, causedBy } = event;
    const ids = this.spans.contextOf(id);
    const links = causedBy === undefined ? [] : [this.spans.contextOf(causedBy)];
    const attributes = {
      'gatehouse.event.id': id,
      'gatehouse.event.kind': kind,
      'gatehouse.channel': channel,
      'gatehouse.account': account,
    };
    const step = { name: 'accept', kind: 'consumer', ids, links, attributes } as const;
    return this.spans.run(step, async (span) => {
      const result = await store();
      if (result === 'duplicate') span.drop();
      return result;
    });
  }

  judge<T extends { readonly kind: string; readonly reason?: string }>(
    run: TracedRun,
    judge: () => Promise<T>,
  ): Promise<T> {
    return this.spans.run({ name: 'judge', ...this.ofRun(run) }, async (span) => {
      const decision = await judge();
      span.tell({ 'gatehouse.decision': decision.kind, 'gatehouse.reason': decision.reason });
      return decision;
    });
  }

  turn<T>({ agent, run, joined = [] }: TracedTurn, take: () => Promise<T>): Promise<T> {
    const { parent, attributes } = run ? this.ofTurn(run) : { parent: this.spans.current?.context };
    const genAi = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent };
    const links = joined.map((id) => this.spans.contextOf(id));
    const step = { name: 'turn', parent, links, attributes: { ...genAi, ...attributes } };
    return this.spans.run(step, async () => {
      const result = await take();
      if (run && !isAgain(result)) this.runs.end(run.eventId);
      return result;
    });
  }

  turnEnds(outcome: string, failure?: string): void {
    const turn = this.spans.current;
    turn?.tell({ 'gatehouse.outcome': outcome });
    if (failure !== undefined) turn?.fail(failure);
  }

  call(call: TracedCall): OpenCall {
    const parent = this.spans.current?.context;
    const name = `chat ${call.model ?? call.type}`;
    const span = this.spans.begin({ name, kind: 'client', parent, attributes: callAttributes(call) });
    return {
      traceparent: span.traceparent,
      end: (end) => {
        span.tell(callEndAttributes(end));
        if (end.failure !== undefined) span.fail(end.failure);
        span.end();
      },
    };
  }

  tool<T extends { readonly ok: boolean }>(
    { name, eventId }: TracedTool,
    call: () => Promise<T>,
  ): Promise<T> {
    const parent = eventId === undefined ? this.spans.current?.context : this.spans.contextOf(eventId);
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gatehouse.event.id': eventId,
    };
    return this.spans.run({ name: `execute_tool ${name}`, parent, attributes }, async (span) => {
      const result = await call();
      if (!result.ok) span.fail('tool-error');
      return result;
    });
  }

  attempt<T extends { readonly kind: string; readonly code?: string | undefined }>(
    attempt: TracedAttempt,
    make: () => Promise<T>,
  ): Promise<T> {
    const { name, deliveryId, eventId, channel, account, number } = attempt;
    const attributes = {
      'gatehouse.delivery.id': deliveryId,
      'gatehouse.event.id': eventId ?? undefined,
      'gatehouse.channel': channel,
      'gatehouse.account': account,
      'gatehouse.attempt': number,
    };
    const step = { name, kind: 'client', parent: this.parentOf(attempt), attributes } as const;
    return this.spans.run(step, async (span) => {
      const outcome = await make();
      span.tell({ 'gatehouse.outcome': outcome.kind });
      if (name === 'attempt' && outcome.kind !== SENT) span.fail(outcome.code ?? outcome.kind);
      return outcome;
    });
  }

  carried(): Carried {
    const traceparent = this.spans.current?.traceparent;
    return traceparent === undefined ? {} : { traceparent };
  }

  resume<T>({ traceparent }: Carried, work: () => Promise<T>): Promise<T> {
    const parent = this.spans.contextIn(traceparent);
    return parent ? this.spans.run({ name: 'process', parent }, work) : work();
  }

  traceparentOf(eventId: string): string {
    return traceparentIn(this.spans.contextOf(eventId));
  }

  /** An answer belongs to its event; a message of an operator's to the request, or, after it was given up once, to none. */
  private parentOf({ deliveryId, eventId, traceparent }: TracedAttempt): SpanContext {
    return this.spans.contextIn(traceparent) ?? this.spans.contextOf(eventId ?? deliveryId);
  }

  private ofTurn({ eventId, attempt }: TracedRun) {
    return this.ofRun({ eventId, attempt: Math.max(attempt, this.runs.begin(eventId)) });
  }

  private ofRun({ eventId, attempt }: TracedRun) {
    const attributes = { 'gatehouse.event.id': eventId, 'gatehouse.attempt': attempt };
    return { parent: this.spans.contextOf(eventId), attributes };
  }
}

/** The result of a job that runs again. */
const isAgain = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'retry';
