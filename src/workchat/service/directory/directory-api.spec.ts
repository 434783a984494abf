import { FakeClock } from '../../../../test/support/fake-clock.js';
import { callTo, graphThrottled, type HttpFault, WorkplaceSimulator } from '../../../../simulators/index.js';
import { AuthConfig } from '../../settings/auth-config.js';
import { cloudOf } from '../../settings/cloud.js';
import { AccessTokens, tokenSourceFor } from '../tokens/access-tokens.js';
import { DirectoryApi, type DirectoryPage } from './directory-api.js';

let cloud: WorkplaceSimulator;
let clock: FakeClock;
let sut: DirectoryApi;

beforeAll(async () => {
  cloud = await WorkplaceSimulator.start();
});
afterAll(() => cloud.stop());
beforeEach(() => {
  cloud.faults.clear();
  cloud.limits.graphPageSize = undefined;
  cloud.app.graphPermissions.clear();
  for (const each of ['User.Read.All', 'Sites.ReadWrite.All', 'Files.Read.All'])
    cloud.app.graphPermissions.add(each);
  const { appId, tenantId, secret: appPassword } = cloud.app;
  clock = new FakeClock(Date.now());
  const credentials = { appId, tenantId, appPassword, auth: new AuthConfig() };
  const tokens = new AccessTokens(
    tokenSourceFor(credentials, { ...cloudOf('public'), ...cloud.cloud, isOwn: true }, clock),
    clock,
  );
  sut = new DirectoryApi(cloud.cloud.graphUrl, tokens, clock);
});

const graph = { when: callTo('graph') };
const calls = () => cloud.requestsTo('graph').length;
const tokenCalls = () => cloud.requestsTo('login').filter(({ path }) => path.endsWith('/token')).length;
const answers = (status: number, headers = {}): HttpFault => ({
  kind: 'answer',
  answer: { ...graphThrottled(), status, headers },
});
const kindOf = (what: Promise<unknown>) =>
  what.then(
    () => 'none',
    (error: unknown) => (error as { kind: string }).kind,
  );
const textIn = async (chunks: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
};

it('a failed call has a kind, and says whether to try again', async () => {
  const kinds: [number, string, boolean][] = [
    [401, 'unauthorised', true],
    [403, 'denied', false],
    [404, 'absent', false],
    [400, 'rejected', false],
    [302, 'rejected', false],
    [409, 'unreachable', true],
    [500, 'unreachable', true],
  ];
  for (const [status, kind, isPassing] of kinds) {
    for (let times = status === 401 ? 2 : 1; times > 0; times--)
      cloud.faults.requests.next(answers(status), graph);
    await expect(sut.one('users/x')).rejects.toMatchObject({ kind, isPassing });
  }
  cloud.faults.requests.next({ kind: 'cut' }, graph);
  expect(await kindOf(sut.one('users/x'))).toBe('unreachable');
  expect(await kindOf(sut.one('users/x', AbortSignal.abort()))).toBe('unreachable');
  cloud.faults.tokens.all({ kind: 'answer', answer: { status: 401, json: { error: 'invalid_client' } } });
  clock.advance(3_600_000);
  expect(await kindOf(sut.one('users/x'))).toBe('unauthorised');
});

it('a call waits during short pauses, and fails at once during a long one', async () => {
  const user = cloud.world.addUser({ name: 'Irene Paz' });
  const path = `users/${user.aadObjectId}`;
  const before = calls();
  cloud.faults.requests.next(answers(429, { 'retry-after': '0' }), graph);
  cloud.faults.requests.next(answers(503, { 'retry-after': '0' }), graph);
  expect(await sut.one(path)).toMatchObject({ displayName: 'Irene Paz' });
  expect(calls() - before).toBe(3);

  cloud.faults.requests.next(answers(429, { 'retry-after': '100000' }), graph);
  expect(await kindOf(sut.one(path))).toBe('throttled');
  expect(await kindOf(Array.fromAsync(sut.pages('users')))).toBe('throttled');
  expect(calls() - before).toBe(4);
  clock.advance(60_000);
  expect(await kindOf(sut.one(path))).toBe('none');
});

it('a pause ends when the waiting call is aborted', async () => {
  cloud.faults.requests.next(answers(429, { 'retry-after': '5' }), graph);
  const stop = new AbortController();
  const asked = kindOf(sut.one('users/x', stop.signal));
  stop.abort();
  expect(await asked).toMatch(/throttled|unreachable/);
});

it('lists are read page by page, from the own host only, up to a limit', async () => {
  for (const name of ['Ann', 'Ben', 'Cleo']) cloud.world.addUser({ name });
  cloud.limits.graphPageSize = 1;
  const pages = await Array.fromAsync<DirectoryPage>(sut.pages('users?$select=displayName'));
  expect(pages.flatMap(({ entries }) => entries).map(({ displayName }) => displayName)).toEqual(
    expect.arrayContaining(['Ann', 'Ben', 'Cleo']),
  );

  for (const link of [`${cloud.address('foreign')}/v1.0/users`, 'https://x@127.0.0.1/', 'nonsense']) {
    const change = () => ({ status: 200, json: { value: [], '@odata.nextLink': link } });
    cloud.faults.requests.next({ kind: 'change', change }, graph);
    expect(await kindOf(Array.fromAsync(sut.pages('users')))).toBe('rejected');
  }
  expect(cloud.requestsTo('foreign')).toEqual([]);

  const onAndOn = () => ({
    status: 200,
    json: { value: [], '@odata.nextLink': `${cloud.cloud.graphUrl}/v1.0/users` },
  });
  cloud.faults.requests.all({ kind: 'change', change: onAndOn }, graph);
  expect(await kindOf(Array.fromAsync(sut.pages('users')))).toBe('too-long');
});

it('an answer above the size limit is not read', async () => {
  const endless = (status: number): HttpFault => ({
    kind: 'answer',
    answer: { status, file: { zeros: 64 * 1024 * 1024 } },
  });
  cloud.faults.requests.next(endless(200), graph);
  expect(await kindOf(sut.one('users/x'))).toBe('too-large');
  cloud.faults.requests.next(endless(403), graph);
  expect(await kindOf(sut.content('users/x'))).toBe('denied');
});

it('a rejected token is renewed once for all callers', async () => {
  const user = cloud.world.addUser({ name: 'Irene Paz' });
  const path = `users/${user.aadObjectId}?$select=displayName`;
  await sut.one(path);
  const tokens = tokenCalls();
  const isOld = () => tokenCalls() === tokens;
  cloud.faults.requests.all(answers(401), { when: (call) => graph.when(call) && isOld() });
  const found = await Promise.all(Array.from({ length: 50 }, () => sut.one(path)));
  expect(new Set(found.map(({ displayName }) => displayName))).toEqual(new Set(['Irene Paz']));
  expect(tokenCalls() - tokens).toBe(1);
  const asked = calls();
  cloud.faults.requests.all(answers(401), graph);
  expect(await kindOf(sut.content('shares/u!x/driveItem/content'))).toBe('unauthorised');
  expect([calls() - asked, tokenCalls() - tokens]).toEqual([2, 2]);
});

it('a missing permission is tried with a new token when the token is older than five minutes', async () => {
  cloud.app.graphPermissions.delete('User.Read.All');
  expect(await kindOf(sut.one('users?$top=1'))).toBe('denied');
  cloud.app.graphPermissions.add('User.Read.All');
  const before = tokenCalls();
  expect(await kindOf(sut.one('users?$top=1'))).toBe('denied');
  expect(tokenCalls()).toBe(before);
  clock.advance(300_000);
  expect(await kindOf(sut.one('users?$top=1'))).toBe('none');
  expect(tokenCalls()).toBe(before + 1);
});

it('a rejected token is renewed once, then the call fails', async () => {
  await sut.one('users?$top=1');
  const before = { tokens: tokenCalls(), calls: calls() };
  cloud.faults.requests.next(answers(401), graph);
  expect(await kindOf(sut.one('users?$top=1'))).toBe('none');
  cloud.faults.requests.next(answers(401), { ...graph, times: 9 });
  expect(await kindOf(sut.one('users?$top=1'))).toBe('unauthorised');
  expect([tokenCalls() - before.tokens, calls() - before.calls]).toEqual([2, 4]);
  cloud.faults.clear();
});

describe('files', () => {
  it('are uploaded as bytes and requests sent as JSON; a write that may have succeeded is not repeated', async () => {
    const site = cloud.addSite('Docs');
    const path = `sites/${site.id}/drive/root:/Folder/a.txt:/content`;
    cloud.faults.requests.next(answers(429, { 'retry-after': '0' }), graph);
    const body = Buffer.from('hello');
    const item = await sut.write({ method: 'PUT', path, body, contentType: 'text/plain' });
    expect(item).toMatchObject({ name: 'a.txt', size: 5 });
    const link = {
      type: 'view',
      scope: 'users',
      recipients: [{ objectId: cloud.world.users[0]!.aadObjectId }],
    };
    const linkPath = `sites/${site.id}/drive/items/${String(item.id)}/createLink`;
    const made = await sut.write({ method: 'POST', path: linkPath, body: link, version: 'beta' });
    expect(made).toMatchObject({ link: { scope: 'users' } });

    const before = calls();
    cloud.faults.requests.next(answers(503, { 'retry-after': '0' }), graph);
    expect(await kindOf(sut.write({ method: 'POST', path: linkPath, body: link }))).toBe('throttled');
    expect(calls() - before).toBe(1);
  });

  it('are downloaded as a stream, or as the address of another host', async () => {
    const file = (status: number, answer: object): HttpFault => ({
      kind: 'answer',
      answer: { status, ...answer },
    });
    const headers = { 'content-type': 'text/plain' };
    cloud.faults.requests.next(file(200, { text: 'hello', headers }), graph);
    const content = await sut.content('shares/u!x/driveItem/content');
    if (content.kind !== 'bytes') throw new Error('no bytes');
    expect([content.stream.contentType, content.stream.bytes]).toEqual(['text/plain', 5]);
    expect(await textIn(content.stream.chunks)).toBe('hello');

    const location = 'https://files.example/signed?secret=1';
    cloud.faults.requests.next(file(302, { headers: { location } }), graph);
    expect(await sut.content('shares/u!x/driveItem/content')).toEqual({ kind: 'elsewhere', url: location });
    cloud.faults.requests.next(answers(404), graph);
    expect(await kindOf(sut.content('shares/u!x/driveItem/content'))).toBe('absent');
  });
});

it('an id that would leave its path is refused without a call', async () => {
  const before = cloud.requestsTo('graph').length;
  for (const id of ['.', '..', '%2e%2E'])
    expect(await kindOf(sut.one(`chats/${id}/messages?$top=50`))).toBe('absent');
  expect(await kindOf(sut.write({ method: 'POST', path: 'teams/x/..', body: {} }))).toBe('absent');
  expect(cloud.requestsTo('graph')).toHaveLength(before);
  expect(await kindOf(sut.one('users/x?$filter=/../'))).not.toBe('none');
  expect(cloud.requestsTo('graph')).toHaveLength(before + 1);
});
