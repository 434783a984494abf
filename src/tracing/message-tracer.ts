import {
  API_PATH,
  type Carried,
  type OpenCall,
  REQUEST_ID_HEADER,
  type TracedAttempt,
  type TracedCall,
  type TracedCallEnd,
  type TracedEvent,
  type TracedRun,
  type TracedTool,
  type TracedTurn,
  type Tracer,
} from '../common/index.js';
import { type SpanContext, traceparentIn } from './spans/span-context.js';
import type { SpanSource } from './spans/span-source.js';
import type { Attributes, Span } from './spans/span.js';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The most turns whose runs are remembered: this process does not notice when another replica ends one. */
const MOST = 1_000;

/** Counts the runs of turns in this process: for their jobs, one that waits for a model is no attempt more. */
class RunCounter {
  private readonly runs = new Map<string, number>();

  /** @returns the number of the run that begins, from 1 */
  begin(eventId: string): number {
    const number = (this.runs.get(eventId) ?? 0) + 1;
    this.runs.set(eventId, number);
    const [oldest] = this.runs.keys();
    if (this.runs.size > MOST && oldest !== undefined) this.runs.delete(oldest);
    return number;
  }

  /** No further run follows. */
  end(eventId: string): void {
    this.runs.delete(eventId);
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Express notes which route has taken a request. */
interface RoutedRequest extends IncomingMessage {
  readonly route?: { readonly path?: unknown };
}

/** Makes the spans of requests to the APIs. A path may name a conversation, and that an address: only the route is told. */
const requestHandler =
  (spans: SpanSource): Tracer['request'] =>
  (request, response, next) => {
    if (!API_PATH.test(request.url ?? '')) {
      next();
      return;
    }
    const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : '_OTHER';
    const parent = spans.contextOfCaller(headerOf(request));
    const attributes = { 'http.request.method': method };
    const span = spans.begin({ name: method, kind: 'server', parent, attributes });
    response.once('close', () => end(span, method, request, response));
    spans.within(span, next);
  };

function end(span: Span, method: string, request: RoutedRequest, response: ServerResponse): void {
  const { statusCode: status } = response;
  const path = request.route?.path;
  const route = typeof path === 'string' ? path : undefined;
  if (route !== undefined) span.rename(`${method} ${route}`);
  const requestId = response.getHeader(REQUEST_ID_HEADER);
  span.tell({
    'http.route': route,
    'http.response.status_code': status,
    'gatehouse.request.id': typeof requestId === 'string' ? requestId : undefined,
  });
  if (status >= 500) span.fail(String(status));
  span.end();
}

/** One header; several are none. */
function headerOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** The names that the conventions have for vendors; any other stands for itself. */
const PROVIDERS: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' };

/** Their names for why an answer ended. */
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end: 'stop',
  calls: 'tool_calls',
  refusal: 'content_filter',
};

/** A call of a model, by the semantic conventions for generative AI (1.38). */
function callAttributes({ type, agent, model, url, maxOutputTokens }: TracedCall): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDERS[type] ?? type,
    'gen_ai.agent.name': agent,
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': maxOutputTokens,
    ...serverIn(url),
  };
}

function callEndAttributes(end: TracedCallEnd): Attributes {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, stop } = end;
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': unlessNone(cachedTokens),
    'gen_ai.usage.cache_creation.input_tokens': unlessNone(cacheWriteTokens),
    'gatehouse.usage.reasoning_tokens': unlessNone(reasoningTokens),
    'gen_ai.response.finish_reasons': stop === undefined ? undefined : [FINISH_REASONS[stop] ?? stop],
  };
}

/** Without the path: some addresses have a key in it. */
function serverIn(url: string | undefined): Attributes {
  if (url === undefined || !URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) };
}

const unlessNone = (tokens: number | undefined): number | undefined => (tokens === 0 ? undefined : tokens);

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
