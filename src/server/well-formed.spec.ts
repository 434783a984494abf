import { jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { keepPath, requireHost, requirePlainPath } from './well-formed.js';

/** The part of a target that the handlers behind these two see. */
function seen(target: string) {
  const request = {
    url: target,
    originalUrl: target,
    httpVersion: '1.1',
    headers: { host: 'x' },
    rawHeaders: ['Host', 'x'],
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
])(
  'the target %s is reduced to its path, and accepted only without another host or user',
  (target, path, isHere) => {
    expect(seen(target)).toEqual([path, path, isHere]);
  },
);

/** The status with which the path is refused, 200 where it is not. */
function statusOf(url: string): number {
  const status = jest.fn<(status: number) => object>(() => ({ json: jest.fn() }));
  const response = { setHeader: jest.fn(), status } as unknown as Response;
  const next = jest.fn();
  requirePlainPath({ url } as Request, response, next);
  return next.mock.calls.length === 1 ? 200 : (status.mock.calls[0]?.[0] ?? 0);
}

it.each([
  '/admin/v1/users/..%2f..%2f..%2fv1%2fx',
  '/admin/v1/users/%2e%2E/.%2e/%2e./v1/x',
  '/v1/../admin/v1/status',
  '/v1/..',
  '/v1/./x',
  '/v1/%2e',
  '/admin%2Fv1/status',
  '/v1%5c..%5Cadmin',
  '/v1\\..\\admin',
  '//admin/v1/status',
  '/imbridge-webhook//',
])('the path %s, which a proxy may read differently, is refused with 400', (path) => {
  expect([statusOf(path), statusOf(`${path}?a`)]).toEqual([400, 400]);
});

it.each([
  '/v1/users/19%3Ax%40y?q=..%2f//',
  '/v1/%252f',
  '/v1/..a/a../...',
  '/.well-known/x',
  '/console/',
  '/',
])('the path %s is accepted', (path) => {
  expect(statusOf(path)).toBe(200);
});
