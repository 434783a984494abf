import type { IncomingMessage } from 'node:http';
import { credentialsOf, digestOf, isLocalProgram, matches } from './imbridge.credentials.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('where a secret may stand', () => {
  it.each([
    ['/hook?guid=s3cret', {}],
    ['/hook?x=1&password=s3cret', {}],
    ['/hook?token=s3cret#', {}],
    ['/hook', { 'x-guid': 's3cret' }],
    ['/hook', { 'x-password': 's3cret' }],
    ['/hook', { 'x-imbridge-guid': 's3cret' }],
    ['/hook', { 'x-bluebubbles-guid': 's3cret' }],
    ['/hook', { authorization: 's3cret' }],
    ['/hook', { authorization: 'bearer  s3cret' }],
    ['/hook', { authorization: basic('imb:s3cret') }],
    ['/hook', { authorization: basic('s3cret:') }],
    ['/hook?password=&password=no', { 'x-guid': 's3cret' }],
  ])('%s %j', (url, headers) => {
    const presented = credentialsOf({ url: url.replace(/#$/, ''), headers });
    expect(matches(digestOf('s3cret'), presented.map(digestOf))).toBe(true);
  });

  it('reads a plus both ways and survives a broken escape', () => {
    expect(credentialsOf({ url: '/h?password=a+b%26', headers: {} })).toEqual(['a+b&', 'a b&']);
    expect(credentialsOf({ url: '/h?password=50%', headers: {} })).toEqual(['50%']);
  });

  it('counts empty ones and looks at no more than 32', () => {
    expect(credentialsOf({ url: '/h?password', headers: {} })).toEqual(['']);
    expect(credentialsOf({ url: `/h?${'guid=x&'.repeat(100)}`, headers: {} })).toHaveLength(32);
    expect(credentialsOf({ url: '/h?Password=x&pass=y', headers: {} })).toEqual([]);
  });

  it('compares without white space at the ends', () => {
    expect(matches(digestOf(' a '), [digestOf('a')])).toBe(true);
    expect(matches(digestOf('a'), [digestOf('b'), digestOf('A')])).toBe(false);
    expect(matches(digestOf('a'), [])).toBe(false);
  });
});

describe('this machine', () => {
  const request = (remoteAddress: string | undefined, headers: Record<string, string>) =>
    ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('%s', (address) => {
    expect(isLocalProgram(request(address, { host: 'localhost:3000' }))).toBe(true);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '::2', '', undefined])('not %s', (address) => {
    expect(isLocalProgram(request(address, { host: 'localhost:3000' }))).toBe(false);
  });

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000'])('Host %s', (host) => {
    expect(isLocalProgram(request('127.0.0.1', { host }))).toBe(true);
  });

  it.each(['gateway.example.org', '10.0.0.1', '', 'localhost.evil.example', 'x@evil.example', 'a b'])(
    'not Host %j',
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
  ])('not with %s', (name) => {
    expect(isLocalProgram(request('127.0.0.1', { host: 'localhost', [name]: '' }))).toBe(false);
  });
});
