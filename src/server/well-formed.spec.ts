import { jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { keepPath, requireHost } from './well-formed.js';

/** The part of a target that the handlers behind these two see. */
function seen(target: string) {
  const request = {
    ...{ url: target, originalUrl: target, httpVersion: '1.1' },
    ...{ headers: { host: 'x' }, rawHeaders: ['Host', 'x'] },
  } as unknown as Request;
  const response = { setHeader: jest.fn(), status: () => ({ json: jest.fn() }) } as unknown as Response;
  const next = jest.fn();
  keepPath(request, response, jest.fn());
  requireHost(request, response, next);
  return [request.url, request.originalUrl, next.mock.calls.length === 1];
}

it.each([
  ['/v1/a?b', '/v1/a?b', true],
  ['http://x/v1/a?b', '/v1/a?b', true],
  ['http://x', '/', true],
  ['http://x?b', '/?b', true],
  ['http://x//y/v1', '//y/v1', true],
  ['*', '*', true],
  ['http://robin:secret@x/v1/a', '/v1/a', false],
  ['http://:secret@x/v1/a', '/v1/a', false],
  ['http://[::1/v1/a', '/v1/a', false],
  ['ftp://x/v1/a', '/v1/a', false],
])('leaves only the path of %s, and refuses it when it is not at Host', (target, path, isHere) => {
  expect(seen(target)).toEqual([path, path, isHere]);
});
