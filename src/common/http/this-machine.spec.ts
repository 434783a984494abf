import type { IncomingMessage } from 'node:http';
import { isLocalProgram } from './this-machine.js';

describe('isLocalProgram', () => {
  const request = (remoteAddress: string | undefined, headers: Record<string, string>) =>
    ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('accepts a call from %s', (address) => {
    expect(isLocalProgram(request(address, { host: 'localhost:3000' }))).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '::2', '', undefined])('refuses a call from %s', (address) => {
    expect(isLocalProgram(request(address, { host: 'localhost:3000' }))).toBe(false);
  });

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000'])('accepts the Host %s', (host) => {
    expect(isLocalProgram(request('127.0.0.1', { host }))).toBe(true);
  });

  it.each(['gateway.example.org', '10.0.0.1', '', 'localhost.evil.example', 'x@evil.example', 'a b'])(
    'refuses the Host %j',
    (host) => {
      expect(isLocalProgram(request('127.0.0.1', { host }))).toBe(false);
    },
  );

  it.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded',
    'x-real-ip',
    'x-client-ip',
    'via',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
    'fly-client-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'cdn-loop',
    'ngrok-trace-id',
    'origin',
    'referer',
    'sec-fetch-site',
  ])('refuses a call with the header %s', (name) => {
    expect(isLocalProgram(request('127.0.0.1', { host: 'localhost', [name]: '' }))).toBe(false);
  });
});
