import { setTimeout as sleep } from 'node:timers/promises';
import type { FileBytes } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import { RemoteProblem, type RemoteUpload, type UploadAnswer } from '../../media/index.js';
import { askedPauseMs } from '../service/http.js';
import { fieldsOf, type JsonRecord } from '../../channels/kit/index.js';

const KIB = 1024;
/** Pieces of an upload session are multiples of 320 KiB, the last one excepted (wire 5.2). */
const PIECE_BYTES = 32 * 320 * KIB;
/** The slowest connection worth waiting for. */
const SLOWEST_BYTES_PER_MS = (256 * KIB) / 1_000;
const CALL_MS = 60_000;
const ASK_MS = 30_000;
/** The number of consecutive retries of a piece before the whole attempt is deferred. */
const MAX_FAULTS = 3;
const FAULT_PAUSE_MS = 500;
/** The longest pause that is waited for here; a longer one defers the attempt. */
const MAX_PAUSE_MS = 30_000;

/**
 * One call to the pre-signed address; never with a token, which would make the call fail (wire 5.2).
 * @throws RemoteProblem
 */
export type UploadCall = (call: Omit<RemoteUpload, 'allowed'>, signal: AbortSignal) => Promise<UploadAnswer>;

export interface Upload {
  readonly url: string;
  readonly file: FileBytes;
  readonly mimeType: string;
  readonly signal: AbortSignal;
  /** Part of the file may be uploaded already, so the session is asked first and the upload continues from there. */
  readonly isBegun: boolean;
  /** Called before sending the piece that completes the file. */
  readonly completing: () => Promise<void>;
}

/**
 * `later`: the upload itself is fine and can be retried, after the requested pause if any. `over`: the session accepts
 * no more. `gone`: the session does not exist, which means completed after an unanswered last piece. `stopped`: the
 * gateway is shutting down.
 */
export type UploadEnd =
  | { readonly kind: 'done'; readonly item: JsonRecord }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs?: number }
  | { readonly kind: 'over' | 'gone' | 'refused' | 'stopped'; readonly detail: string };

type Step = UploadEnd | { readonly kind: 'next'; readonly at: number };

/** Uploads a file of at least one byte to an upload session, in pieces (wire 5.2, 5.4). */
export class Uploader {
  constructor(
    private readonly call: UploadCall,
    private readonly clock: Clock,
    private readonly pause: Pause = aPause,
  ) {}

  async upload(upload: Upload): Promise<UploadEnd> {
    let step: Step = upload.isBegun ? await this.queryProgress(upload) : { kind: 'next', at: 0 };
    let [faults, reached] = [0, 0];
    while (step.kind === 'next') {
      const { at }: { at: number } = step;
      const put: Step = await this.sendPiece(upload, at);
      // Guards against a session that would never end: it accepts pieces but goes back, or advances by only a byte each
      // time.
      const hasGoneOn = put.kind === 'next' && put.at > reached && put.at >= endOfPiece(upload, at);
      faults = hasGoneOn ? 0 : faults + 1;
      if (put.kind === 'next') reached = Math.max(reached, put.at);
      if (faults > MAX_FAULTS) step = put.kind === 'next' ? later('the session does not advance') : put;
      else step = isWorthWaiting(put, faults) ? await this.resume(upload, pauseMs(put, faults)) : put;
    }
    return upload.signal.aborted && step.kind !== 'done'
      ? { kind: 'stopped', detail: 'the upload was stopped' }
      : step;
  }

  private async sendPiece(upload: Upload, at: number): Promise<Step> {
    const { url, file, mimeType, signal } = upload;
    const to = endOfPiece(upload, at);
    if (to === file.bytes) await upload.completing();
    const body = await inOne(file, { from: at, to });
    const headers = {
      'content-type': mimeType,
      'content-range': `bytes ${at}-${to - 1}/${file.bytes}`,
    };
    const timeoutMs = CALL_MS + Math.ceil(body.byteLength / SLOWEST_BYTES_PER_MS);
    const outcome = await this.answer({ url, method: 'PUT', headers, body, timeoutMs }, signal);
    if ('kind' in outcome) return outcome;
    if (outcome.status === 200 || outcome.status === 201)
      return { kind: 'done', item: fieldsOf(outcome.json) };
    if (outcome.status !== 202) return this.failureOf(outcome);
    const next = nextIn(outcome.json, file.bytes) ?? to;
    return next < file.bytes ? { kind: 'next', at: next } : later('the session does not report completion');
  }

  /** Asks the session where to continue, because the piece may have arrived all the same. */
  private async resume(upload: Upload, ms: number): Promise<Step> {
    await this.pause(ms, upload.signal);
    return this.queryProgress(upload);
  }

  private async queryProgress({ url, file, signal }: Upload): Promise<Step> {
    const outcome = await this.answer({ url, method: 'GET', timeoutMs: ASK_MS }, signal);
    if ('kind' in outcome) return outcome;
    if (outcome.status === 404 || outcome.status === 410)
      return { kind: 'gone', detail: 'the session has ended' };
    if (outcome.status !== 200) return this.failureOf(outcome);
    const at = nextIn(outcome.json, file.bytes);
    return at === undefined ? later('the session does not report what is missing') : { kind: 'next', at };
  }

  private failureOf({ status, headers }: UploadAnswer): UploadEnd {
    const detail = `HTTP ${status}`;
    if (status === 404 || status === 410) return { kind: 'over', detail: `${detail}, the session has ended` };
    if (status < 500 && !PASSING.has(status)) return { kind: 'refused', detail };
    return headers['retry-after'] !== undefined
      ? { ...later(detail), afterMs: askedPauseMs(headers, this.clock.now()) }
      : later(detail);
  }

  private async answer(
    ...call: Parameters<UploadCall>
  ): Promise<UploadAnswer | Extract<UploadEnd, { detail: string }>> {
    try {
      return await this.call(...call);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      return error.kind === 'refused' ? { kind: 'refused', detail: error.message } : later(error.message);
    }
  }
}

/** A part of a file in memory. @throws for a file shorter than stated */
export async function inOne(
  file: FileBytes,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Uint8Array> {
  const part = Buffer.allocUnsafe(to - from);
  let at = 0;
  for await (const chunk of file.read({ from, to })) {
    part.set(chunk, at);
    at += chunk.byteLength;
  }
  if (at !== part.byteLength) throw new Error('the file ended early');
  return part;
}

const endOfPiece = ({ file }: Upload, at: number): number => Math.min(at + PIECE_BYTES, file.bytes);

/** The position of the first byte that is still missing. */
function nextIn(json: unknown, size: number): number | undefined {
  const { nextExpectedRanges } = fieldsOf(json);
  const ranges: readonly unknown[] = Array.isArray(nextExpectedRanges) ? nextExpectedRanges : [];
  const [first] = ranges;
  const at = Number(/^(\d+)-/.exec(typeof first === 'string' ? first : '')?.[1]);
  return Number.isSafeInteger(at) && at < size ? at : undefined;
}

const later = (detail: string) => ({ kind: 'later', detail }) as const;

const PASSING: ReadonlySet<number> = new Set([408, 409, 412, 416, 423, 429]);

type Later = Extract<UploadEnd, { kind: 'later' }>;

const isWorthWaiting = (step: Step, faults: number): step is Later =>
  step.kind === 'later' && pauseMs(step, faults) <= MAX_PAUSE_MS;

/** At least the pause that the remote side requested. */
const pauseMs = ({ afterMs = 0 }: { readonly afterMs?: number }, faults: number): number =>
  Math.max(afterMs, Math.min(MAX_PAUSE_MS, FAULT_PAUSE_MS * 2 ** faults));

/** Also ends with the signal. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>;
const aPause: Pause = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);
