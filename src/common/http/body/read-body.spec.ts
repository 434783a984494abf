import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { readBody } from './read-body.js';

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
