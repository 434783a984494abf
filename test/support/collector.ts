import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Listener } from '../../simulators/common/listener.js';

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A span in the JSON of OTLP. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code?: number };
}

/** A span, its attributes as plain values. */
export type ReceivedSpan = Omit<OtlpSpan, 'attributes'> & {
  readonly attributes: Readonly<Record<string, unknown>>;
};

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A collector of spans: takes OTLP/HTTP in JSON at any path, and keeps what it takes. */
export class Collector {
  /** The bodies of the exports that were taken, unzipped. */
  readonly bodies: string[] = [];
  /** The requests so far, also those that were refused. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  /** The next answers; 200 with an empty object where there is none left. */
  readonly answers: { status: number; headers?: Record<string, string>; body?: string }[] = [];
  /** As each answer, while set. */
  status: number | undefined;

  private constructor(private readonly listener: Listener) {}

  static async start(): Promise<Collector> {
    const late: { collector?: Collector } = {};
    const listener = new Listener(
      (request: IncomingMessage, response: ServerResponse) => void late.collector?.answer(request, response),
      '127.0.0.1',
      0,
    );
    await listener.open();
    return (late.collector = new Collector(listener));
  }

  get url(): string {
    return this.listener.url;
  }

  get spans(): readonly ReceivedSpan[] {
    return this.bodies
      .flatMap((body) => (JSON.parse(body) as OtlpBody).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      .map((span) => ({ ...span, attributes: plain(span.attributes) }));
  }

  stop(): Promise<void> {
    return this.listener.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = request;
    this.requests.push({ path, headers });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sent = Buffer.concat(parts);
    const {
      status = 200,
      headers: more = {},
      body = '{}',
    } = this.answers.shift() ?? (this.status === undefined ? {} : { status: this.status });
    if (status === 200)
      this.bodies.push((headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString());
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body);
  }
}

/** Numbers stay texts, as the format has them. */
const plain = (attributes: readonly KeyValue[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
