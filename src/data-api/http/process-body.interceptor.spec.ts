import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { firstValueFrom, of } from 'rxjs';
import { parseBody } from '../../common/index.js';
import type { DataApiConfig } from '../../config/index.js';
import type { DataThreads } from '../workers/data-threads.js';
import { ProcessBodyInterceptor } from './process.controller.js';

const MEBIBYTE = 1_048_576;

/** Sends a body. @returns the body as the handler sees it, and the lengths of what threads got */
async function sent(body: object) {
  const json = JSON.stringify(body);
  const lengths: number[] = [];
  const threads = {
    parseBody: async (bytes: Uint8Array) => {
      lengths.push(bytes.length);
      return parseBody(bytes, 'input_data');
    },
  };
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) };
  const request = Object.assign(new PassThrough(), { headers, is: () => 'json' });
  const context = {
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) as Response }),
  };
  const sut = new ProcessBodyInterceptor(
    { maxInputBytes: MEBIBYTE } as DataApiConfig,
    threads as unknown as DataThreads,
  );
  const handled = firstValueFrom(sut.intercept(context as never, { handle: () => of('handled') }));
  request.end(json);
  expect(await handled).toBe('handled');
  return { body: (request as unknown as Request<unknown, unknown, unknown>).body, lengths };
}

const EMPTY = JSON.stringify({ input_data: '' }).length;

it.each([
  ['of 256 KiB needs no thread', 262_144, []],
  ['that is longer is parsed in a thread', 262_145, [262_145]],
])('a body %s', async (_, length, inThreads) => {
  const body = { input_data: 'x'.repeat(length - EMPTY) };
  expect(await sent(body)).toEqual({ body, lengths: inThreads });
});
