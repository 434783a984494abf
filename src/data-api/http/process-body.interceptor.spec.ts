import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import type { DataApiConfig } from '../../config/index.js';
import type { DataThreads } from '../workers/data-threads.js';
import { takeText } from '../workers/long-body.js';
import type { LongBodyTask } from '../workers/tasks.js';
import { ProcessBodyInterceptor, type RequestWithInput } from './process-body.interceptor.js';
import { firstValueFrom, of } from 'rxjs';

const MEBIBYTE = 1_048_576;

/** Sends a body. @returns the request as its handler sees it, and the lengths of what threads got */
async function sent(body: object) {
  const json = JSON.stringify(body);
  const lengths: number[] = [];
  const threads = {
    takeText: async (task: Omit<LongBodyTask, 'kind'>) => {
      lengths.push(task.body.reduce((sum, piece) => sum + piece.length, 0));
      return takeText({ ...task, kind: 'long-body' });
    },
  };
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) };
  const request = Object.assign(new PassThrough(), {
    headers,
    is: () => 'json',
  }) as unknown as RequestWithInput;
  const context = {
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) as Response }),
  };
  const sut = new ProcessBodyInterceptor(
    { maxInputBytes: MEBIBYTE } as DataApiConfig,
    threads as unknown as DataThreads,
  );
  const handled = firstValueFrom(sut.intercept(context as never, { handle: () => of('handled') }));
  (request as unknown as PassThrough).end(json);
  expect(await handled).toBe('handled');
  return { body: request.body as unknown, longInput: request.longInput, lengths };
}

it('a long body is parsed in a thread, and the handler sees the beginning of its text', async () => {
  const text = 'a,b\n'.repeat(10_000);
  const { body, longInput, lengths } = await sent({ input_data: text, options: { param1: 'csv' } });
  expect(lengths).toEqual([JSON.stringify({ input_data: text, options: { param1: 'csv' } }).length]);
  expect(body).toEqual({ input_data: 'a', options: { param1: 'csv' } });
  expect([longInput?.text, longInput?.byteLength]).toEqual([text, text.length]);
});

it('a short body needs no thread', async () => {
  const { body, longInput, lengths } = await sent({ input_data: 'a,b\n'.repeat(1_000) });
  expect(lengths).toEqual([]);
  expect(body).toMatchObject({ input_data: 'a,b\n'.repeat(1_000) });
  expect(longInput).toBeUndefined();
});
