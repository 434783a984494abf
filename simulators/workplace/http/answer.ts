import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../common/types.js';

/** A host's answer: JSON, a file, or no body. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly file?: FileContent;
}

/** A handler throws it to answer with an error. */
export class HttpFailure extends Error {
  constructor(readonly answer: Answer) {
    super(`Refused with ${answer.status}`);
  }
}

export const ok = (json?: unknown): Answer => ({ status: 200, json });

const ZEROS = Buffer.alloc(64 * 1024);

/** @param isBroken sends half of the body, then cuts the connection */
export function writeAnswer(response: ServerResponse, answer: Answer, isBroken = false): void {
  if (response.destroyed) return;
  const content = contentOf(answer);
  response.writeHead(answer.status, {
    ...(answer.json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(sizeOf(content)),
    ...answer.headers,
  });
  if (isBroken) {
    response.write(Buffer.from(content instanceof Uint8Array ? halfOf(content) : ZEROS), () => {
      response.destroy();
    });
  } else if (content instanceof Uint8Array) response.end(content);
  // A caller that disconnects at its size limit is not an error here.
  else pipeline(Readable.from(zeros(content.zeros)), response).catch(() => undefined);
}

export const sizeOf = (content: FileContent): number =>
  content instanceof Uint8Array ? content.byteLength : content.zeros;

const halfOf = (content: Uint8Array): Uint8Array => content.subarray(0, Math.floor(content.byteLength / 2));

function contentOf({ json, text = '', file }: Answer): FileContent {
  if (file) return file;
  return Buffer.from(json === undefined ? text : JSON.stringify(json), 'utf8');
}

function* zeros(count: number): Generator<Buffer> {
  for (let left = count; left > 0; left -= ZEROS.byteLength) {
    yield ZEROS.subarray(0, Math.min(left, ZEROS.byteLength));
  }
}
