import type { IncomingMessage } from 'node:http';
import { ClientResolver } from './client.js';

interface Call {
  readonly peer?: string;
  readonly tls?: boolean;
  readonly headers?: Record<string, string>;
}

const request = ({ peer = '10.0.0.1', tls = false, headers = {} }: Call) =>
  ({ socket: { remoteAddress: peer, encrypted: tls }, headers }) as unknown as IncomingMessage;

const resolve = (proxies: string[], call: Call) => {
  const { address, scheme } = new ClientResolver(proxies).clientOf(request(call));
  return `${scheme} ${address}`;
};
const xff = (addresses: string, schemes?: string) => ({
  'x-forwarded-for': addresses,
  ...(schemes !== undefined && { 'x-forwarded-proto': schemes }),
});
const forwarded = (text: string) => ({ forwarded: text });

describe('ClientResolver', () => {
  it.each([
    [
      'no proxy is trusted',
      [],
      { headers: { ...xff('1.2.3.4', 'https'), ...forwarded('for=1.2.3.4;proto=https') } },
    ],
    ['the peer is another', ['10.0.0.2', '10.1.0.0/16', '::1'], { headers: xff('1.2.3.4', 'https') }],
    ['there are no headers', ['10.0.0.1'], {}],
    ['they are empty', ['10.0.0.1'], { headers: { ...xff('', ''), ...forwarded(' ') } }],
  ])("uses the connection's address when %s", (_, proxies, call) => {
    expect(resolve(proxies, call)).toBe('http 10.0.0.1');
    expect(resolve(proxies, { ...call, tls: true })).toBe('https 10.0.0.1');
  });

  it.each([
    [['10.0.0.1'], '10.0.0.1'],
    [['10.0.0.0/8'], '10.9.9.9'],
    [['10.0.0.1'], '::ffff:10.0.0.1'],
    [['::ffff:10.0.0.1'], '10.0.0.1'],
    [['::ffff:10.0.0.0/104'], '10.200.0.1'],
    [['0.0.0.0/0'], '10.0.0.1'],
    [['2001:db8::/32'], '2001:db8:0:1::5'],
    [['2001:db8::0:5'], '2001:DB8::5'],
    [['fe80::/10'], 'fe80::1%eth0'],
    [['::1'], '::1'],
  ])('matches the trusted proxy %j with %s', (proxies, peer) => {
    expect(resolve(proxies, { peer, headers: xff('1.2.3.4', 'https') })).toBe('https 1.2.3.4');
  });

  it.each([
    // The part that a caller puts in front of the list is as forged as ever.
    [xff('6.6.6.6, 1.2.3.4', 'https'), 'https 1.2.3.4'],
    [xff('6.6.6.6, 1.2.3.4', 'https, http'), 'http 1.2.3.4'],
    [xff('6.6.6.6, 1.2.3.4, 10.0.0.2', 'https, http, https'), 'http 1.2.3.4'],
    [xff('1.2.3.4, 10.0.0.3, 10.0.0.2', 'https, http, http'), 'https 1.2.3.4'],
    [xff('1.2.3.4, 10.0.0.2', 'https'), 'https 1.2.3.4'],
    [xff('10.0.0.3, 10.0.0.2', 'https'), 'https 10.0.0.3'],
    [xff('1.2.3.4:5678', 'HTTPS'), 'https 1.2.3.4'],
    [xff('[2001:db8::7]:443', 'https'), 'https 2001:db8::7'],
    [xff('::ffff:1.2.3.4', 'https'), 'https 1.2.3.4'],
    [xff('1.2.3.4'), 'http 1.2.3.4'],
    [xff('1.2.3.4', 'wss'), 'http 1.2.3.4'],
    [xff('unknown', 'https'), 'https 10.0.0.1'],
    [xff('1.2.3.4, nonsense', 'https'), 'https 10.0.0.1'],
    [xff('1.2.3.4, nonsense, 10.0.0.2', 'https'), 'https 10.0.0.2'],
    [xff('1.2.3.4,', 'https'), 'https 10.0.0.1'],
    [{ 'x-forwarded-proto': 'https' }, 'https 10.0.0.1'],
    [{ 'x-forwarded-proto': 'http, https' }, 'https 10.0.0.1'],
    [xff('1.2.3.4,'.repeat(2_000), 'https'), 'https 10.0.0.1'],
    // However many a caller made up, the one the proxy added is looked at first.
    [xff(`${'6.6.6.6, '.repeat(40)}1.2.3.4`, 'https'), 'https 1.2.3.4'],
  ])('reads X-Forwarded-* %j from the right: %s', (headers, expected) => {
    expect(resolve(['10.0.0.0/24'], { headers })).toBe(expected);
  });

  it.each([
    ['for=1.2.3.4;proto=https', 'https 1.2.3.4'],
    ['For="1.2.3.4:99" ; PROTO=HTTPS;by=10.0.0.1;host="a,b"', 'https 1.2.3.4'],
    ['for="[2001:db8::7]:443";proto=https', 'https 2001:db8::7'],
    ['for=6.6.6.6;proto=https, for=1.2.3.4;proto=http', 'http 1.2.3.4'],
    ['for=1.2.3.4;proto=https, for=10.0.0.2;proto=http', 'https 1.2.3.4'],
    ['for=1.2.3.4, for=10.0.0.2;proto=https', 'http 1.2.3.4'],
    ['for=unknown;proto=https', 'https 10.0.0.1'],
    ['for=_hidden;proto=https', 'https 10.0.0.1'],
    ['proto=https', 'https 10.0.0.1'],
    ['for=1.2.3.4;for=5.6.7.8;proto=https', 'http 10.0.0.1'],
    ['nonsense', 'http 10.0.0.1'],
    // A caller that opens a quote and leaves it to the proxy to close it.
    ['for="6.6.6.6;proto=https, for=1.2.3.4;proto=http', 'http 1.2.3.4'],
    ['for="6.6.6.6;proto=https, for="[2001:db8::7]";proto=https', 'http 10.0.0.1'],
    [`for="${'\\"'.repeat(5_000)}`, 'http 10.0.0.1'],
    [`${'for=6.6.6.6;proto=http, '.repeat(40)}for=1.2.3.4;proto=https`, 'https 1.2.3.4'],
  ])('reads Forwarded %j from the right: %s', (text, expected) => {
    expect(resolve(['10.0.0.0/24'], { headers: forwarded(text) })).toBe(expected);
  });

  it.each([
    ['agree', xff('1.2.3.4', 'https'), 'for=1.2.3.4;proto=https', 'https 1.2.3.4'],
    ['name two clients', xff('1.2.3.4', 'https'), 'for=6.6.6.6;proto=https', 'http 10.0.0.1'],
    ['name two schemes', xff('1.2.3.4', 'http'), 'for=1.2.3.4;proto=https', 'http 10.0.0.1'],
    ['are one sense, one nonsense', xff('1.2.3.4', 'https'), 'nonsense', 'http 10.0.0.1'],
  ])('uses both kinds of header only when they agree: they %s', (_, headers, text, expected) => {
    expect(resolve(['10.0.0.1'], { tls: true, headers: { ...headers, ...forwarded(text) } })).toBe(expected);
  });

  it.each([
    ['an untrusted peer', [], xff('1.2.3.4'), ['10.0.0.1']],
    ['an untrusted peer that names the scheme only', [], { 'x-forwarded-proto': 'https' }, ['10.0.0.1']],
    ['an untrusted peer beside a proxy', ['10.0.0.2'], forwarded('for=1.2.3.4'), ['10.0.0.1']],
    ['a proxy', ['10.0.0.1'], xff('1.2.3.4'), []],
    ['an untrusted peer without such headers', [], { host: 'x' }, []],
  ])('tells of forwarding headers of %s', (_, proxies, headers, expected) => {
    const told: string[] = [];
    new ClientResolver(proxies, { remember: (peer) => told.push(peer) }).clientOf(request({ headers }));
    expect(told).toEqual(expected);
  });

  it('answers an empty address for a closed connection', () => {
    const sut = new ClientResolver(['10.0.0.1']);
    expect(sut.clientOf({ socket: {}, headers: {} } as unknown as IncomingMessage)).toEqual({
      address: '',
      scheme: 'http',
    });
  });
});
