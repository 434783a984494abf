import type { Request, Response } from 'express';
import { ClientResolver } from './client.js';
import { requireHttps } from './edge.js';

const PROXY = '192.0.2.1';
/** What becomes of a request that came over plain HTTP, unless headers say otherwise. */
function answerTo(route: string, headers: Readonly<Record<string, string>> = {}, remoteAddress = PROXY) {
  const [method, path] = route.split(' ');
  let status = 0;
  const response = {
    setHeader: () => response,
    status: (code: number) => ((status = code), response),
    json: () => response,
  };
  const request = { method, path, headers, socket: { remoteAddress } } as unknown as Request;
  requireHttps(new ClientResolver([PROXY]))(request, response as unknown as Response, () => (status = 200));
  return status;
}

describe('plain HTTP', () => {
  const authorization = 'Bearer x';
  it.each([
    ['POST /v1/process', { authorization }, 403],
    ['POST /admin/v1/session', {}, 403],
    ['POST /admin/v1/session', { authorization }, 403],
    ['GET /admin/v1/session', {}, 403],
    ['DELETE /admin/v1/session', {}, 403],
    ['GET /admin/v1/session', { authorization }, 200],
    ['GET /admin/v1/status', {}, 200],
  ])('carries %s with %j only where no secret is in danger: %i', (route, headers, status) => {
    expect(answerTo(route, headers)).toBe(status);
    const forwarded = { 'x-forwarded-for': '192.0.2.7' };
    expect(answerTo(route, { ...headers, ...forwarded, 'x-forwarded-proto': 'http' })).toBe(status);
    expect(answerTo(route, { ...headers, ...forwarded, 'x-forwarded-proto': 'https' })).toBe(200);
    expect(answerTo(route, headers, '127.0.0.1')).toBe(200);
  });
});
