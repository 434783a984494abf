import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HttpClient, type HttpFault } from '../../common/http/client/index.js';
import { errorText, isRecord, retryAfterMs } from '../../common/index.js';

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
  private readonly client = new HttpClient({ maxAnswerBytes: MOST_ANSWER, connectTimeoutMs: CONNECT_MS });

  constructor(private readonly target: OtlpTarget) {}

  /** Never rejects. */
  async post(json: string, signal: AbortSignal): Promise<ExportAnswer> {
    const { url, headers: own, timeoutMs, isZipped } = this.target;
    const headers = {
      'content-type': 'application/json',
      ...(isZipped && { 'content-encoding': 'gzip' }),
      ...own,
    };
    const body = isZipped ? await zip(json) : json;
    const answer = await this.client.exchange({
      url: url.href,
      method: 'POST',
      headers,
      body,
      timeoutMs,
      signal,
    });
    if (answer.kind !== 'answered') return unanswered(answer);
    const { status, headers: answered, broken, beginning } = answer;
    // A long answer is as good as a short one, a broken one is none.
    if (broken && beginning === undefined) return unanswered(broken);
    if (status >= 200 && status < 300) return partialSuccess(answer.json);
    const why = `it answered ${status}`;
    if (!PASSING.has(status)) return { kind: 'refused', why };
    return { kind: 'again', afterMs: retryAfterMs(answered, Date.now()), why };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const unanswered = ({ detail, error }: HttpFault): ExportAnswer => ({
  kind: 'again',
  afterMs: undefined,
  why: error === undefined ? detail : errorText(error),
});

/** A collector may take some spans only. Whatever it answers besides, it has taken all. */
function partialSuccess(answer: unknown): ExportAnswer {
  const { partialSuccess: part } = isRecord(answer) ? answer : {};
  const { rejectedSpans, errorMessage } = isRecord(part) ? part : {};
  const refused = Number(rejectedSpans ?? 0);
  const why = typeof errorMessage === 'string' ? errorMessage.slice(0, MOST_WORDS) : '';
  return { kind: 'taken', refused: Number.isSafeInteger(refused) && refused > 0 ? refused : 0, why };
}
