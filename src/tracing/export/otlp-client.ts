import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { errorText } from '../../common/index.js';

const zip = promisify(gzip);

/** Where spans are exported to. */
export interface OtlpTarget {
  readonly url: URL;
  /** Names in lower case; the values may be secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isZipped: boolean;
}

/** The answer of a collector to an export, by the rules of OTLP/HTTP. `taken` may have refused some of the spans. */
export type ExportAnswer =
  | { readonly kind: 'taken'; readonly refused: number; readonly why: string }
  | { readonly kind: 'again'; readonly afterMs: number | undefined; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

/** The only ones that may be tried again. */
const PASSING = new Set([429, 502, 503, 504]);
/** The most of an answer that is read, bytes. */
const MOST_ANSWER = 64 * 1024;
const CONNECT_MS = 5_000;
/** A collector's own words in our log, characters. */
const MOST_WORDS = 200;

/** Posts spans to a collector: one try each, no redirect, no more than `timeoutMs`. */
export class OtlpClient {
  private readonly agent = new Agent({ connect: { timeout: CONNECT_MS } });

  constructor(private readonly target: OtlpTarget) {}

  /** Never rejects. */
  async post(json: string, signal: AbortSignal): Promise<ExportAnswer> {
    const { url, headers, timeoutMs, isZipped } = this.target;
    try {
      const body = isZipped ? await zip(json) : json;
      const {
        statusCode,
        headers: answered,
        body: answer,
      } = await request(url, {
        dispatcher: this.agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(isZipped && { 'content-encoding': 'gzip' }),
          ...headers,
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await beginningOf(answer);
      if (statusCode >= 200 && statusCode < 300) return partialSuccess(text);
      const why = `it answered ${statusCode}`;
      if (!PASSING.has(statusCode)) return { kind: 'refused', why };
      return { kind: 'again', afterMs: retryAfterMs(answered['retry-after']), why };
    } catch (error) {
      return { kind: 'again', afterMs: undefined, why: errorText(error) };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

/** The whole answer, or nothing of one that is longer than any collector's. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    if ((length += part.length) > MOST_ANSWER) return '';
  }
  return Buffer.concat(parts).toString();
}

/** A collector may take some spans only. Whatever it answers besides, it has taken all. */
function partialSuccess(text: string): ExportAnswer {
  try {
    const { partialSuccess: part } = JSON.parse(text) as {
      partialSuccess?: { rejectedSpans?: unknown; errorMessage?: unknown };
    };
    const refused = Number(part?.rejectedSpans ?? 0);
    const why = typeof part?.errorMessage === 'string' ? part.errorMessage.slice(0, MOST_WORDS) : '';
    return { kind: 'taken', refused: Number.isSafeInteger(refused) && refused > 0 ? refused : 0, why };
  } catch {
    return { kind: 'taken', refused: 0, why: '' };
  }
}

/** Seconds, or a date. @returns undefined without either */
function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
