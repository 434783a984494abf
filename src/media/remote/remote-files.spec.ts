import { text } from 'node:stream/consumers';
import { reachOf } from './addresses.js';
import { type Checked, HostList, RemoteProblem } from './guard.js';
import type { RemoteAnswer } from './pinned-connection.js';
import { type HostCredentials, RemoteFiles, type RemoteRequest } from './remote-files.js';

/** One GET as it would have gone out; nothing here opens a connection. */
interface Call {
  readonly url: string;
  readonly address: string;
  readonly authorization: string | undefined;
}

type Reply = Pick<RemoteAnswer, 'status'> & { readonly to?: string; readonly body?: string };

const PUBLIC = '93.184.216.34';
const { signal } = new AbortController();
let names: Record<string, readonly string[]>;
let replies: (call: Call) => Reply;
let calls: Call[];
let looked: string[];
let cancelled: number;

const sut = new RemoteFiles(
  async (host) => {
    looked.push(host);
    return names[host] ?? [PUBLIC];
  },
  async ({ url, address }: Checked, headers) => {
    const call = { url: url.href, address, authorization: headers.authorization };
    calls.push(call);
    const { status, to, body = 'bytes' } = replies(call);
    const answered = { 'content-type': 'text/plain', 'content-length': String(body.length) };
    async function* chunks() {
      yield Buffer.from(body);
    }
    return {
      status,
      headers: to === undefined ? answered : { location: to },
      chunks: chunks(),
      cancel: () => {
        cancelled++;
      },
    };
  },
);

beforeEach(() => {
  [names, calls, looked, cancelled] = [{}, [], [], 0];
  replies = () => ({ status: 200 });
});

const allowed = (hosts: readonly string[], own: readonly string[] = []) => ({
  hosts: new HostList(hosts),
  own: new HostList(own),
});
const fetched = async (url: string, more: Partial<RemoteRequest> = {}) => {
  const request = { url, allowed: allowed(['sharepoint.com', '*.files.example']), maxBytes: 100, ...more };
  const { chunks } = await sut.open(request, signal);
  return text(chunks);
};
const problemWith = async (...args: Parameters<typeof fetched>) => {
  const problem: unknown = await fetched(...args).catch((error: unknown) => error);
  if (!(problem instanceof RemoteProblem)) throw problem;
  return problem;
};
const credentials = (...hosts: string[]): HostCredentials => ({
  mayReceive: (host) => new HostList(hosts).has(host),
  mayRead: ({ pathname }) => !pathname.startsWith('/api'),
  authorizationsFor: async function* () {
    yield* ['one', 'two'];
  },
});
const anywhere = { allowed: allowed(['*']) };

describe('a URL', () => {
  it.each([
    'https://sharepoint.com/a',
    'https://x.sharepoint.com/a',
    'https://X.SharePoint.com:443/a',
    'https://a.files.example/',
  ])('%s is fetched', async (url) => {
    expect(await fetched(url)).toBe('bytes');
    expect(calls).toMatchObject([{ address: PUBLIC, authorization: undefined }]);
  });

  it.each([
    ['http://sharepoint.com/a', 'scheme'],
    ['ftp://sharepoint.com/a', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://sharepoint.com:8443/a', 'port'],
    ['https://user:word@sharepoint.com/a', 'userinfo'],
    ['https://sharepoint.com@evil.example/a', 'userinfo'],
    ['https://evilsharepoint.com/a', 'look-alike'],
    ['https://sharepoint.com.evil.example/a', 'look-alike'],
    ['https://sharepoint.com./a', 'look-alike'],
    ['https://xn--shrepoint-ycb.com/a', 'look-alike'],
    ['https://sharepoint.com%2eevil.example/a', 'look-alike'],
    ['https://sharepoint.com\\@evil.example/a', 'another host'],
    ['//sharepoint.com/a', 'none'],
    ['', 'none'],
  ])('%j is refused (%s)', async (url) => {
    const problem = await problemWith(url).catch(() => fetchedFromElsewhere());
    expect(problem).toMatchObject({ kind: 'refused' });
    expect([calls, looked]).toEqual([[], []]);
  });

  /** A backslash is a slash: then the host is the one on the list, and the rest a path of it. */
  const fetchedFromElsewhere = () => {
    const hosts = calls.map(({ url }) => new URL(url).hostname);
    expect(hosts).toEqual(['sharepoint.com']);
    [calls, looked] = [[], []];
    return { kind: 'refused' };
  };
});

/** Loopback, private, link-local and metadata, shared, reserved, multicast, and forms in which they hide. */
const WRONG = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  'no address',
];

describe('an address', () => {
  it.each(WRONG)('%s of an allowed name is not connected to', async (address) => {
    for (const all of [[address], [PUBLIC, address], [address, PUBLIC]]) {
      names['x.sharepoint.com'] = all;
      expect(await problemWith('https://x.sharepoint.com/a')).toMatchObject({ kind: 'refused' });
    }
    expect(calls).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:169.254.169.254]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '①②⑦.⓪.⓪.①',
  ])('%s in the URL is refused, even where any host is allowed', async (host) => {
    expect(await problemWith(`https://${host}/latest/meta-data`, anywhere)).toMatchObject({
      kind: 'refused',
    });
    expect([calls, looked]).toEqual([[], []]);
  });

  it.each([PUBLIC, '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '172.32.0.1', '100.128.0.1'])(
    '%s is public',
    (address) => {
      expect(reachOf(address)).toBe('public');
    },
  );

  it('10.29 is looked up once, and the checked address is connected to', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const rebinding = new RemoteFiles(
      async () => answers.shift()!,
      async ({ address }) => {
        calls.push({ url: '', address, authorization: undefined });
        throw new Error('cut');
      },
    );
    const request = { url: 'https://rebind.example/', maxBytes: 1, ...anywhere };
    await expect(rebinding.open(request, signal)).rejects.toMatchObject({ kind: 'failed' });
    expect([calls.map(({ address }) => address), answers.length]).toEqual([[PUBLIC], 1]);
  });

  it('of a host named by the operator may be private, over http and at any port; metadata never', async () => {
    names['files.corp.example'] = ['10.0.0.7'];
    const own = {
      allowed: allowed(
        ['127.0.0.2', 'files.corp.example', '::1'],
        ['127.0.0.2', 'files.corp.example', '::1'],
      ),
    };
    for (const url of ['http://127.0.0.2:8080/a', 'http://files.corp.example/a', 'http://[::1]:81/'])
      expect(await fetched(url, own)).toBe('bytes');
    names['files.corp.example'] = ['169.254.169.254'];
    expect(await problemWith('https://files.corp.example/a', own)).toMatchObject({ kind: 'refused' });
    expect(await problemWith('http://below.files.corp.example/a', own)).toMatchObject({ kind: 'refused' });
    expect(await problemWith('http://127.0.0.3:8080/a', own)).toMatchObject({ kind: 'refused' });
    const link = { allowed: allowed(['169.254.169.254'], ['169.254.169.254']) };
    expect(await problemWith('http://169.254.169.254/latest', link)).toMatchObject({ kind: 'refused' });
    expect(calls).toHaveLength(3);
  });
});

describe('a redirect', () => {
  it.each([
    'http://x.sharepoint.com/',
    'https://evil.example/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.sharepoint.com/',
    'https://user@x.sharepoint.com/',
    '//[::ffff:7f00:1]/',
    'javascript:0',
    'https://',
  ])('to %s is not followed', async (to) => {
    names['metadata.sharepoint.com'] = ['169.254.169.254'];
    replies = () => ({ status: 302, to });
    expect(await problemWith('https://x.sharepoint.com/a')).toMatchObject({ kind: 'refused' });
    expect([calls.length, cancelled]).toEqual([1, 1]);
  });

  it('is followed five times, each time checked again', async () => {
    let hops = 0;
    replies = () => (++hops <= 5 ? { status: 307, to: `/next?${hops}` } : { status: 200 });
    expect(await fetched('https://x.sharepoint.com/a')).toBe('bytes');
    expect(looked).toHaveLength(6);
    hops = -1;
    expect(await problemWith('https://x.sharepoint.com/a')).toMatchObject({
      kind: 'refused',
      message: 'too many redirects',
    });
  });
});

describe('a token', () => {
  const [A, B] = ['https://a.files.example/1', 'https://b.files.example/2'];

  it('is sent only to a listed host that asks for one, each token once', async () => {
    replies = ({ authorization }) => ({ status: authorization === 'two' ? 200 : 401 });
    expect(await fetched(A, { credentials: credentials('a.files.example') })).toBe('bytes');
    expect(calls.map(({ authorization }) => authorization)).toEqual([undefined, 'one', 'two']);
    replies = () => ({ status: 403 });
    expect(await problemWith(A, { credentials: credentials('a.files.example') })).toMatchObject({
      kind: 'denied',
    });
    expect(calls).toHaveLength(6);
  });

  it('CVE-2026-28481: is sent to no other host, and to none that does not ask', async () => {
    replies = () => ({ status: 401 });
    const api = { credentials: credentials('a.files.example') };
    expect(await problemWith('https://a.files.example/api/people', api)).toMatchObject({ kind: 'denied' });
    for (const hosts of [['b.files.example'], ['files.example.evil'], []])
      expect(await problemWith(A, { credentials: credentials(...hosts) })).toMatchObject({ kind: 'denied' });
    replies = () => ({ status: 200 });
    await fetched(A, { credentials: credentials('a.files.example') });
    expect(calls.map(({ authorization }) => authorization)).toEqual(Array(5).fill(undefined));
  });

  it('is dropped for good after a redirect', async () => {
    replies = ({ url, authorization }) => {
      if (url === A) return authorization === undefined ? { status: 401 } : { status: 302, to: B };
      return url === B ? { status: 302, to: `${A}?back` } : { status: 401 };
    };
    expect(await problemWith(A, { credentials: credentials('a.files.example') })).toMatchObject({
      kind: 'denied',
    });
    expect(calls.map(({ url, authorization }) => [url, authorization])).toEqual([
      [A, undefined],
      [A, 'one'],
      [B, undefined],
      [`${A}?back`, undefined],
    ]);
  });
});

it('the outcome is reported without the address', async () => {
  for (const [status, kind] of [
    [404, 'gone'],
    [500, 'failed'],
    [204, 'failed'],
  ] as const) {
    replies = () => ({ status });
    const problem = await problemWith('https://x.sharepoint.com/a?tempauth=SECRET');
    expect([problem.kind, problem.message]).toEqual([kind, `HTTP ${status}`]);
  }
  replies = () => ({ status: 200, body: 'x'.repeat(101) });
  expect(await problemWith('https://x.sharepoint.com/a')).toMatchObject({ kind: 'too-large' });
  const away = new RemoteFiles(
    async () => Promise.reject(new Error('ENOTFOUND SECRET')),
    async () => Promise.reject(new Error('no call')),
  );
  const request = { url: 'https://x.example/SECRET', maxBytes: 1, ...anywhere };
  const failure = away.open(request, signal);
  await expect(failure).rejects.toThrow('host x.example was not found');
  await expect(failure).rejects.not.toThrow('SECRET');
});
