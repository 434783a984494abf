import type { Clock } from '../../common/clock.js';
import type { Answer } from '../../http/answer.js';
import { sizeOf } from '../../http/answer.js';
import { graphProblem } from '../../http/problems.js';
import type { Call } from '../../http/route.js';
import type { Ids } from '../../common/ids.js';
import type { Limits } from '../../common/limits.js';
import type { FileContent } from '../../common/types.js';

/** A file being uploaded in pieces. */
export interface UploadSession {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
  /** Offset of the first missing byte. */
  next: number;
  /** Size of the file, from the first piece. */
  total: number | undefined;
  readonly gathered: Gathered;
  contentType: string | undefined;
  isDone: boolean;
}

interface Parts {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly limits: Limits;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

type Finish = (content: FileContent, session: UploadSession) => Answer;

/** A file that was completely uploaded to a person's own library or to a site. */
export interface UploadedFile {
  readonly name: string;
  /** URL where people can view it. */
  readonly contentUrl: string;
  readonly content: FileContent;
  readonly contentType: string | undefined;
}

/** Upload sessions of drives and of consent cards (workchat-wire 5.2, 5.4). */
export class Uploads {
  /** Completed uploads of every kind, in order. */
  readonly done: UploadedFile[] = [];
  private readonly sessions = new Map<string, { session: UploadSession; finish: Finish }>();

  constructor(private readonly parts: Parts) {}

  /** @param finish stores the file and answers the last piece */
  open(name: string, finish: Finish): UploadSession {
    const id = this.parts.ids.opaque(24);
    const expiresAt = this.parts.clock.now() + this.parts.limits.uploadSessionMs;
    const session: UploadSession = {
      id,
      name,
      expiresAt,
      next: 0,
      total: undefined,
      gathered: new Gathered(),
      contentType: undefined,
      isDone: false,
    };
    this.sessions.set(id, { session, finish });
    return session;
  }

  /** Opens the upload of a consent card; the file is stored in the person's own library (5.2). */
  openDocument({
    name,
    contentUrl,
    uniqueId,
  }: {
    name: string;
    contentUrl: string;
    uniqueId: string;
  }): UploadSession {
    return this.open(name, (content, { contentType }) => {
      this.done.push({ name, contentUrl, content, contentType });
      const item = { id: uniqueId, name, webUrl: contentUrl, size: sizeOf(content) };
      return { status: 201, json: item };
    });
  }

  /** Answers with the missing byte ranges, for a caller that resumes an upload. */
  state(id: string): Answer {
    const known = this.alive(id);
    return known ? { status: 200, json: this.progress(known.session) } : gone();
  }

  cancel(id: string): Answer {
    return this.sessions.delete(id) ? { status: 204 } : gone();
  }

  put(id: string, call: Call): Answer {
    const known = this.alive(id);
    if (!known) return gone();
    const range = rangeOf(call.headers['content-range']);
    if (!range)
      return graphProblem(400, 'invalidRequest', 'The Content-Range header is missing or malformed.');
    return this.problemOf(known.session, range, call.bytes) ?? this.take(known, range, call);
  }

  private alive(id: string): { session: UploadSession; finish: Finish } | undefined {
    const known = this.sessions.get(id);
    const isAlive = known && !known.session.isDone && known.session.expiresAt > this.parts.clock.now();
    return isAlive ? known : undefined;
  }

  private problemOf(session: UploadSession, range: Range, bytes: Uint8Array): Answer | undefined {
    const { from, to, total } = range;
    const isLast = to + 1 === total;
    if (bytes.byteLength > this.parts.limits.uploadPieceMostBytes)
      return graphProblem(413, 'invalidRequest', 'Maximum request length exceeded.');
    if (bytes.byteLength !== to - from + 1 || to >= total) {
      return graphProblem(400, 'invalidRequest', 'The Content-Range header does not fit the body.');
    }
    if (from !== session.next || (session.total ?? total) !== total) {
      return graphProblem(416, 'invalidRange', 'Optimistic concurrency failure during fragmented upload.');
    }
    if (!isLast && bytes.byteLength % this.parts.limits.uploadPieceBytes !== 0) {
      return graphProblem(400, 'invalidRequest', 'The fragment length must be a multiple of 327,680 bytes.');
    }
    return undefined;
  }

  private take(
    { session, finish }: { session: UploadSession; finish: Finish },
    { to, total }: Range,
    { bytes, headers }: Call,
  ): Answer {
    session.gathered.add(bytes);
    session.next = to + 1;
    session.total = total;
    session.contentType ??= headers['content-type'];
    if (session.next < total) return { status: 202, json: this.progress(session) };
    session.isDone = true;
    return finish(session.gathered.content, session);
  }

  private progress({ expiresAt, next }: UploadSession): unknown {
    return { expirationDateTime: this.parts.clock.iso(expiresAt), nextExpectedRanges: [`${next}-`] };
  }
}

function rangeOf(header: string | undefined): Range | undefined {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  return { from: Number(from), to: Number(to), total: Number(total) };
}

const gone = (): Answer => graphProblem(404, 'itemNotFound', 'The upload session was not found');

const BLOCK = Buffer.alloc(64 * 1024);
/** From this size on a file of zeros is only counted, so that a test can send more than fits into memory. */
const COUNTED_BYTES = 16 * 1024 * 1024;

/** A file that arrives in pieces. */
class Gathered {
  private pieces: Uint8Array[] = [];
  private zeros = 0;

  add(piece: Uint8Array): void {
    if (this.pieces.length === 0 && isZeros(piece)) this.zeros += piece.byteLength;
    else this.pieces.push(piece);
  }

  get content(): FileContent {
    if (this.pieces.length === 0 && this.zeros > COUNTED_BYTES) return { zeros: this.zeros };
    return Buffer.concat([Buffer.alloc(this.zeros), ...this.pieces]);
  }
}

function isZeros(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.byteLength; at += BLOCK.byteLength) {
    const part = bytes.subarray(at, at + BLOCK.byteLength);
    if (!BLOCK.subarray(0, part.byteLength).equals(part)) return false;
  }
  return true;
}
