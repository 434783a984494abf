import { faultOf, type HttpCall, type HttpFault, jsonIn, respond } from './exchange.js';

/** The body of an answer. Its owner must read it to the end or cancel it. */
export interface HttpStream {
  /** Stated by the remote side; `length` in bytes. */
  readonly contentType: string | undefined;
  readonly length: number | undefined;
  /** Can be read once. Throws an `Error` with the reason when it breaks off, stalls, or is aborted. */
  readonly chunks: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
  /** Reads the whole body, within the limits of every answer; undefined when it is not JSON. */
  json(): Promise<unknown>;
}

export type HttpStreamOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Headers;
      readonly stream: HttpStream;
    }
  | HttpFault;

/**
 * Same as `exchange`, for answers of any size. Its time-out applies to the beginning of the answer and to every piece;
 * the reader's time does not count.
 */
export async function openStream(call: HttpCall): Promise<HttpStreamOutcome> {
  const limit = new StallLimit(call.timeoutMs);
  // Refuses compression, because the stated length would differ from the length read.
  const headers = { ...call.headers, 'accept-encoding': 'identity' };
  limit.begin();
  const response = await respond({ ...call, headers }, limit.signal);
  limit.pause();
  if ('kind' in response) return response;
  return {
    kind: 'answered',
    status: response.status,
    headers: response.headers,
    stream: streamOf(response, limit),
  };
}

function streamOf({ headers, body }: Response, limit: StallLimit): HttpStream {
  const chunks = piecesOf(body, limit);
  return {
    contentType: headers.get('content-type') ?? undefined,
    length: lengthIn(headers),
    chunks,
    cancel: async () => {
      await body?.cancel().catch(() => undefined);
    },
    json: () => jsonIn(chunks),
  };
}

function lengthIn(headers: Headers): number | undefined {
  const text = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function* piecesOf(body: Response['body'], limit: StallLimit): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader();
  try {
    for (;;) {
      limit.begin();
      const piece = await reader?.read();
      limit.pause();
      if (!piece?.value) return;
      yield piece.value as Uint8Array;
    }
  } catch (error) {
    const detail = limit.signal.aborted ? 'no more of the answer in time' : faultOf(error).detail;
    throw new Error(detail, { cause: error });
  } finally {
    limit.pause();
    await reader?.cancel().catch(() => undefined);
  }
}

/** Aborts when one wait exceeds the time-out. */
class StallLimit {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly ms: number) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.timer = setTimeout(() => this.controller.abort(), this.ms);
  }

  pause(): void {
    clearTimeout(this.timer);
  }
}
