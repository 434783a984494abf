import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { readBody, readPieces } from './read-body.js';

const PIECE = Buffer.alloc(60_000, 'x');
const LENGTH = 10 * PIECE.length;

const read = (announced?: number): Promise<Buffer> => {
  const request = new PassThrough();
  const headers = announced === undefined ? {} : { 'content-length': String(announced) };
  const body = readBody(Object.assign(request, { headers }) as unknown as IncomingMessage, {
    maxBytes: 1_048_576,
    timeoutMs: 60_000,
  });
  for (let n = 0; n < 10; n++) request.write(PIECE);
  request.end();
  return body;
};

it('a body of announced length is read into one buffer of that length', async () => {
  const body = await read(LENGTH);
  expect([body.length, body.buffer.byteLength]).toEqual([LENGTH, LENGTH]);
});

it.each([undefined, LENGTH - PIECE.length])(
  'a body announced with %s bytes is read whole',
  async (announced) => {
    expect((await read(announced)).equals(Buffer.alloc(LENGTH, 'x'))).toBe(true);
  },
);

describe('a body read in pieces', () => {
  const readAll = (sent: readonly Buffer[], maxBytes = 1_048_576) => {
    const request = Object.assign(new PassThrough(), { headers: {} });
    const pieces = readPieces(request as unknown as IncomingMessage, { maxBytes, timeoutMs: 60_000 });
    for (const piece of sent) request.write(piece);
    request.end();
    return pieces;
  };
  const long = (letter: string) => Buffer.alloc(4_096, letter);

  it('keeps the buffers in which it arrived', async () => {
    const sent = [long('a'), long('b')];
    const pieces = await readAll(sent);
    expect(pieces.map(({ buffer }, at) => buffer === sent[at]?.buffer)).toEqual([true, true]);
  });

  it('joins short neighbours and keeps the order', async () => {
    const short = ['x', 'y', 'z'].map((letter) => Buffer.from(letter));
    const pieces = await readAll([...short, long('a'), ...short, ...short, long('b'), ...short]);
    expect(pieces.map(String)).toEqual(['xyz', String(long('a')), 'xyzxyz', String(long('b')), 'xyz']);
  });

  it('is refused when it is too large', async () => {
    await expect(readAll([long('a'), long('b')], 5_000)).rejects.toMatchObject({ type: 'body.large' });
  });
});
