import { brotliCompressSync } from 'node:zlib';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { Shell } from '../../test/support/cli-world.js';
import { latestMigration } from '../persistence/index.js';
import { updateText } from './output/update-text.js';

const release = (version: string, more: object = {}) => ({
  version,
  date: '2026-12-01',
  security: false,
  notes: `of ${version}`,
  ...more,
});
/** Data about the version 1.2.3, which `Shell` runs. */
const FEED = {
  releases: [
    release('1.10.0', { security: true, migration: '9999-later', color: 'of a later form' }),
    release('1.3.0', { migration: latestMigration() }),
    release('1.4.0-rc.1'),
    release('1.2.3'),
    release('1.2.3-rc.9', { security: true }),
    release('0.9.0'),
  ],
};

let shell: Shell;
beforeEach(() => (shell = new Shell()));
afterEach(() => shell.remove());

const check = (...args: string[]) => shell.run('update', 'check', ...args);
const checkFile = (feed: unknown, ...args: string[]) => {
  shell.write('feed.json', typeof feed === 'string' ? feed : JSON.stringify(feed));
  return check('--feed', join(shell.stateDir, 'feed.json'), ...args);
};

describe('gatehouse update check', () => {
  it('asks nothing without a feed, and says that there is no public one', async () => {
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no release feed is configured'),
    });
  });

  it('lists newer releases by their order, with holes and the way back, and ends with 100', async () => {
    const { code, stdout, stderr } = await checkFile(FEED, '--json');
    const told = JSON.parse(stdout) as { newer: object[] };
    expect([code, stderr, told]).toEqual([
      100,
      '',
      {
        version: '1.2.3',
        newest: '1.10.0',
        security: true,
        newer: [
          {
            version: '1.10.0',
            date: '2026-12-01',
            security: true,
            notes: 'of 1.10.0',
            migration: '9999-later',
            way_back: 'import',
          },
          {
            version: '1.3.0',
            date: '2026-12-01',
            security: false,
            notes: 'of 1.3.0',
            migration: latestMigration(),
            way_back: 'reinstall',
          },
        ],
      },
    ]);
  });

  it('tells a person what to do before an upgrade', async () => {
    const { stdout } = await checkFile(FEED);
    expect(stdout).toContain('This is 1.2.3; 1.10.0 is newer.\nSecurity fixes in 1.10.0: upgrade soon.');
    expect(stdout).toMatch(/1\.10\.0 +2026-12-01 +yes +migrated\n1\.3\.0 +2026-12-01 +unchanged/);
    expect(stdout).toContain(
      `1.10.0 migrates the database (9999-later). To roll back, stop it, run gatehouse db migrate --to ${latestMigration()} with 1.10.0, and install 1.2.3 again.`,
    );
  });

  it.each([
    [
      release('1.4.0'),
      'The feed does not say whether 1.4.0 migrates the database. To roll back if it does, stop',
    ],
    [release('1.4.0', { migration: latestMigration() }), 'To roll back from 1.4.0, install 1.2.3 again: the'],
  ])('tells how to go back: %#', async (newest, words) => {
    expect(await checkFile({ releases: [newest] })).toMatchObject({ stdout: expect.stringContaining(words) });
  });

  it('tells a program of install.sh how to install', () => {
    const check = { version: '1.2.3', migration: latestMigration(), isInstalled: true };
    const newer = { ...release('1.4.0'), migration: null, way_back: null };
    expect(updateText(() => '', { ...check, newer: [newer] }, false)).toContain(
      'To install: gatehouse update install (with the same --feed, if you passed one). To go back afterwards: gatehouse update rollback. More: ',
    );
  });

  it('tells of releases for trial only when asked, and of what each changes', async () => {
    const { stdout } = await checkFile(FEED, '--pre', '--notes');
    expect(stdout).toMatch(/1\.4\.0-rc\.1 +2026-12-01 +unknown\n1\.3\.0/);
    expect(stdout).toContain('\n1.4.0-rc.1\n\nof 1.4.0-rc.1\n');
  });

  it('prints no control characters of the notes', async () => {
    const { stdout } = await checkFile(
      { releases: [release('2.0.0', { notes: '\u001b[31mred' })] },
      '--notes',
    );
    expect(stdout).not.toContain('\u001b');
  });

  it('rejects a feed that lists a release twice', async () => {
    const twice = { releases: [release('2.0.0', { security: true }), release('2.0.0')] };
    expect(await checkFile(twice)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('releases[1].version is in the list twice: 2.0.0'),
    });
  });

  it('names only some of many problems, and the number of the others', async () => {
    const { stderr } = await checkFile({ releases: Array.from({ length: 5_000 }, () => ({})) });
    expect(stderr.split('\n')).toHaveLength(13);
    expect(stderr).toContain('releases[2].date must be a date, YYYY-MM-DD\n  and 19990 more');
  });

  it('ends with 0 when nothing is newer', async () => {
    expect(await checkFile({ releases: [release('1.2.3'), release('1.2.3-rc.1')] }, '--pre')).toEqual({
      code: 0,
      stdout: '1.2.3 is the newest release in this feed.\n',
      stderr: '',
    });
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'releases must be a list'],
    [{ releases: [1] }, 'releases[0] must be an object'],
    [{ releases: [release('1.3')] }, 'releases[0].version must be a version'],
    [{ releases: [release('1.3.0', { date: '2026-13-01' })] }, 'releases[0].date must be a date'],
    [{ releases: [release('1.3.0', { date: '2026-02-30' })] }, 'releases[0].date must be a date'],
    [{ releases: [release('1.3.0', { security: 'no' })] }, 'releases[0].security must be true or false'],
    [{ releases: [release('1.3.0', { notes: undefined })] }, 'releases[0].notes must be a string'],
    [{ releases: [release('1.3.0', { migration: 5 })] }, 'releases[0].migration must be'],
    [' '.repeat(2_200_000), 'larger than 2 MB'],
  ])('refuses a wrong feed: %#', async (feed, words) => {
    expect(await checkFile(feed)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  });

  it.each([
    'http://192.0.2.1/releases.json',
    'ftp://127.0.0.1/x',
    'https://u:p@host/x',
    '/nowhere/releases.json',
  ])('asks no such place: %s', async (place) => {
    expect(await check('--feed', place)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--feed: '),
    });
  });
});

describe('a feed by http', () => {
  let server: Server;
  let answer: RequestListener;
  let asked: (string | undefined)[];
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetched = () => check('--feed', `${url()}/releases.json`);

  it('is read over redirects on its own host', async () => {
    answer = (request, response) =>
      request.url === '/releases.json'
        ? response.writeHead(302, { location: '/moved' }).end()
        : response.end(JSON.stringify(FEED));
    expect([await fetched(), asked]).toMatchObject([{ code: 100 }, ['/releases.json', '/moved']]);
  });

  it.each([
    [
      'another host by http',
      () => 'http://localhost:1/x',
      'redirects to http://localhost:1, which is refused',
    ],
    ['an address with a password', () => 'https://u:p@host/x', 'redirects to https://host, which is refused'],
    ['itself', () => '/releases.json', 'redirects more than 3 times'],
  ])('is not followed to %s', async (_name, location, words) => {
    answer = (_request, response) => response.writeHead(302, { location: location() }).end();
    expect(await fetched()).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  });

  it('that never ends is not read to the end', async () => {
    answer = (_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 32)));
        response.once('drain', more);
      };
      more();
    };
    expect(await fetched()).toMatchObject({ code: 1, stderr: expect.stringContaining('larger than 2 MB') });
  });

  it('that is compressed, which was not asked for, is not decoded', async () => {
    answer = ({ headers }, response) => {
      expect(headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(JSON.stringify(FEED)));
    };
    const words = 'the answer is compressed, although compression was not requested';
    expect(await fetched()).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  });

  it('reports the HTTP status of a missing feed', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    expect(await fetched()).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 404') });
  });
});

describe('a feed by https', () => {
  const usual = getGlobalDispatcher();
  let hosts: MockAgent;
  beforeEach(() => {
    hosts = new MockAgent();
    hosts.disableNetConnect();
    setGlobalDispatcher(hosts);
  });
  afterEach(async () => {
    setGlobalDispatcher(usual);
    await hosts.close();
  });
  const redirect = (location: string) =>
    hosts
      .get('https://releases.test')
      .intercept({ path: '/latest/download/releases.json' })
      .reply(302, '', { headers: { location } });
  const fetched = () => check('--feed', 'https://releases.test/latest/download');

  it('is read over a redirect to the host that stores the files', async () => {
    redirect('https://storage.test/1?signature=2');
    hosts.get('https://storage.test').intercept({ path: '/1?signature=2' }).reply(200, JSON.stringify(FEED));
    expect(await fetched()).toMatchObject({ code: 100, stderr: '' });
  });

  it('is not followed to http, also on this machine', async () => {
    redirect('http://127.0.0.1:1/releases.json');
    const words = 'redirects to http://127.0.0.1:1, which is refused: only https';
    expect(await fetched()).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  });
});

describe('gatehouse update install', () => {
  it.each([['install', '--version', '2.0.0'], ['rollback']])(
    'and rollback are refused in a checkout, with what to do there (%s)',
    async (...args) => {
      expect(await shell.run('update', ...args)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^gatehouse: .* cannot replace itself: .*\n$/),
      });
    },
  );
});

it('the variable GATEHOUSE_FEED names the folder of a feed', async () => {
  shell.write('releases.json', JSON.stringify(FEED));
  shell.env.GATEHOUSE_FEED = shell.stateDir;
  expect(await check()).toMatchObject({ code: 100 });
});
