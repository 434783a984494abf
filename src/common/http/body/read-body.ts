import type { IncomingMessage } from 'node:http';

/** Bounds of reading one body. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type BodyFault = 'body.large' | 'body.pieces' | 'body.late' | 'body.cut';

/** A body that was not read to its end; the error filter knows the reason's type. */
export class BodyUnread extends Error {
  constructor(readonly type: BodyFault) {
    super(type);
  }
}

/**
 * The number of pieces that any body may arrive in, and the bytes that allow one more piece: a network packet has some
 * 1,400.
 */
const FREE_PIECES = 10_000;
const BYTES_A_PIECE = 512;
/** The initial size of the buffer for a body of several pieces, whatever length a caller announces. */
const FIRST_BYTES = 16 * 1024;
/** How much larger the buffer becomes than what has arrived: an announced length, which it never exceeds, allows more. */
const GROWTH = { unannounced: 2, announced: 4 } as const;
const EMPTY = Buffer.alloc(0);

/**
 * Reads the whole body into one growing buffer. A list of pieces would cost some 900 bytes for each, and a caller may
 * send pieces of one byte.
 * @throws BodyUnread; after that, the connection is only good for the answer
 */
export function readBody(request: IncomingMessage, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(new BodyUnread('body.large'));
  const body = new GrowingBuffer(announced);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let piecesLeft = FREE_PIECES + maxBytes / BYTES_A_PIECE;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
  };
  const refuse = (fault: BodyFault) => {
    finish();
    request.pause();
    reject(new BodyUnread(fault));
  };
  const onData = (piece: Buffer) => {
    if (body.length + piece.length > maxBytes) refuse('body.large');
    else if (--piecesLeft < 0) refuse('body.pieces');
    else body.add(piece);
  };
  const onEnd = () => {
    finish();
    resolve(body.bytes);
  };
  const onClose = () => refuse('body.cut');
  const timer = setTimeout(() => refuse('body.late'), timeoutMs);
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  return promise;
}

/** Most bodies arrive in one piece, which is used as it is. */
class GrowingBuffer {
  length = 0;
  private room: Buffer = EMPTY;

  /** @param announced 0 when it is not known */
  constructor(private readonly announced: number) {}

  get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }

  add(piece: Buffer): void {
    const needed = this.length + piece.length;
    if (this.length === 0) this.room = piece;
    else this.append(piece, needed);
    this.length = needed;
  }

  private append(piece: Buffer, needed: number): void {
    if (needed > this.room.length) this.growTo(this.roomFor(needed));
    piece.copy(this.room, this.length);
  }

  private roomFor(needed: number): number {
    const { unannounced, announced } = GROWTH;
    if (this.announced < needed) return Math.max(needed, this.room.length * unannounced, FIRST_BYTES);
    return Math.min(this.announced, Math.max(needed, this.room.length * announced, FIRST_BYTES));
  }

  private growTo(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(larger);
    this.room = larger;
  }
}

const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;
const MAX_DISCARD_MS = 1_000;

/**
 * Discards the rest of a body, within limits, because a caller that is cut off while it writes never sees its answer.
 * @param mostBytes a caller that sends more is cut off
 */
export function discardBody(request: IncomingMessage, mostBytes = MAX_DISCARDED_BYTES): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let left = mostBytes;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', onData).off('end', finish).off('close', finish).pause();
    resolve(undefined);
  };
  const onData = (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) finish();
  };
  const timer = setTimeout(finish, MAX_DISCARD_MS);
  request.on('data', onData).once('end', finish).once('close', finish).resume();
  return promise;
}
