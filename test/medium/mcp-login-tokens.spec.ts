import { LoginAuth, type LoginAuthParts } from '../../src/mcp/login/login-auth.js';
import { loginOrigin } from '../../src/mcp/login/login.js';
import type { LoginRepository } from '../../src/mcp/login/logins.repository.js';
import { refreshTokens } from '../../src/mcp/login/tokens.js';
import { DatabaseUnavailableError } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { type LoginProcess, LoginWorld } from '../support/login-world.js';

const HOUR_MS = 3_600_000;

describe.each(DATABASES)('the tokens of a login on %s', (_, open) => {
  let world: LoginWorld;

  beforeEach(async () => {
    world = await LoginWorld.start(await open());
  });
  afterEach(() => world.stop());

  const authOf = ({ logins }: LoginProcess) =>
    logins.authFor('desk', { url: world.tools.url, issuer: world.authority.url, login: false });
  /** A process in which a person has logged in, with its first token. */
  const loggedIn = async () => {
    const process = world.process();
    await world.logIn(process);
    const auth = await authOf(process);
    return { process, auth, first: await auth.token() };
  };
  const refreshes = () =>
    world.authority.requests.filter((each) => each === 'POST /token refresh_token').length;

  /** As a process fetches new tokens, with other ways to the database or to the authorization server. */
  const refresherOf = (
    { rows, key }: LoginProcess,
    own: Partial<LoginAuthParts['rows']>,
    refresh = refreshTokens,
  ) =>
    new LoginAuth({
      server: 'desk',
      origin: loginOrigin({ url: world.tools.url, issuer: world.authority.url, login: false }),
      rows: {
        find: (server) => rows.find(server),
        claim: (...asked) => rows.claim(...asked),
        release: (...of) => rows.release(...of),
        renew: (...of) => rows.renew(...of),
        endBecause: (...of) => rows.endBecause(...of),
        ...own,
      },
      key,
      now: () => world.clock.now(),
      refresh,
    });

  it('are replaced before they end, and not earlier', async () => {
    const { auth, first } = await loggedIn();
    world.clock.advance(HOUR_MS - 61_000);
    expect([await auth.token(), refreshes()]).toEqual([first, 0]);
    world.clock.advance(2_000);
    const second = await auth.token();
    expect(second).not.toBe(first);
    expect([await auth.token(), refreshes()]).toEqual([second, 1]);
  });

  it('are no other login to replicas that look for one, however often a server refuses them', async () => {
    const { process, auth } = await loggedIn();
    const versions = async () => [...(await process.logins.all()).values()].map(({ version }) => version);
    const before = await versions();
    world.authority.valid.clear();
    await auth.onUnauthorized();
    expect([refreshes(), await versions()]).toEqual([1, before]);
    world.clock.advance(1_000);
    await world.logIn(process);
    expect(await versions()).not.toEqual(before);
  });

  it('are fetched once for all calls and replicas, and no refresh token is used twice', async () => {
    await loggedIn();
    const auths = await Promise.all([1, 2, 3, 4].map(() => authOf(world.process())));
    await Promise.all(auths.map((auth) => auth.token()));
    for (const round of [1, 2, 3]) {
      world.clock.advance(HOUR_MS);
      const tokens = await Promise.all([...auths, ...auths].map((auth) => auth.token()));
      expect([new Set(tokens).size, refreshes()]).toEqual([1, round]);
    }
  });

  it('are fetched once when several calls are refused at once', async () => {
    const { auth } = await loggedIn();
    world.authority.valid.clear();
    await Promise.all([auth.onUnauthorized(), auth.onUnauthorized()]);
    // Its call went out with the token before.
    await auth.onUnauthorized();
    expect([world.authority.valid.has((await auth.token()) ?? ''), refreshes()]).toEqual([true, 1]);
  });

  it('reach a call that is refused in the middle of a connection', async () => {
    const { process } = await loggedIn();
    await process.mcp.follow();
    await eventually(() => process.mcp.toolsOf('desk')?.tools.length === 1);
    world.authority.valid.clear();
    const answer = await process.mcp.call(
      process.mcp.toolsOf('desk')!.tools[0]!,
      {},
      {
        signal: new AbortController().signal,
      },
    );
    expect([answer.isError, refreshes()]).toEqual([false, 1]);
  });

  it('that the authorization server takes no more need a person, at every replica', async () => {
    const { auth, process } = await loggedIn();
    const replica = await authOf(world.process());
    await replica.token();
    world.authority.end();
    await expect(auth.onUnauthorized()).rejects.toMatchObject({
      kind: 'unauthorized',
      message: 'invalid_grant: no: `gatehouse mcp login desk`',
    });
    expect(refreshes()).toBe(1);
    await expect(replica.onUnauthorized()).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(auth.token()).rejects.toMatchObject({ kind: 'unauthorized' });
    expect([...(await process.logins.all()).values()]).toMatchObject([{ need: 'invalid_grant: no' }]);
    expect(refreshes()).toBe(1);
    await world.logIn(process);
    replica.forget();
    expect(await replica.token()).toMatch(/^access-/);
  });

  it('stay in use while an authorization server only fails, until they end', async () => {
    const { auth, first, process } = await loggedIn();
    world.authority.intercept = (__, response) => {
      response.writeHead(503).end();
      return true;
    };
    world.clock.advance(HOUR_MS - 1_000);
    expect(await auth.token()).toBe(first);
    world.clock.advance(1_000);
    await expect(auth.token()).rejects.toMatchObject({ kind: 'unreachable' });
    world.authority.intercept = () => false;
    expect(await auth.token()).not.toBe(first);
    expect([...(await process.logins.all()).values()]).toMatchObject([{ need: undefined }]);
  });

  it('are stored by a second try when the database fails at the first, for the old ones are spent', async () => {
    const { process, first } = await loggedIn();
    const faults = [new DatabaseUnavailableError('away')];
    const renew: LoginRepository['renew'] = async (...of) => {
      for (const fault of faults.splice(0)) throw fault;
      return process.rows.renew(...of);
    };
    world.clock.advance(HOUR_MS);
    const second = await refresherOf(process, { renew }).token();
    expect([second === first, refreshes(), faults]).toEqual([false, 1, []]);
    expect(await (await authOf(world.process())).token()).toBe(second);
  });

  it('are written by the process alone that has the lease for them', async () => {
    const { rows } = (await loggedIn()).process;
    const login = (await rows.find('desk'))!;
    const lease = (now: number) => ({ now, until: now + 1_000 });
    const tokens = { sealed: 'new', scope: null };
    expect(await rows.claim(login, 'slow', lease(0))).toBe(true);
    expect(await rows.claim(login, 'second', lease(1_000))).toBe(true);
    expect(await rows.renew(login, 'slow', tokens)).toBe(false);
    expect(await rows.release(login, 'slow')).toBe(false);
    expect(await rows.claim(login, 'third', lease(1_999))).toBe(false);
    expect(await rows.renew(login, 'second', tokens)).toBe(true);
    expect(await rows.claim(login, 'third', lease(2_000))).toBe(false);
    const renewed = (await rows.find('desk'))!;
    expect(await rows.endBecause(renewed, 'a person is needed')).toBe(true);
    expect(await rows.claim(renewed, 'third', lease(2_000))).toBe(false);
  });

  it('are fetched by another process when the one that was at it has been killed, not earlier', async () => {
    const { process, first } = await loggedIn();
    let claims = 0;
    world.clock.advance(HOUR_MS);
    // A killed process gives nothing back: its request has no end, not even a time limit.
    const reached = Promise.withResolvers<undefined>();
    const silent: typeof refreshTokens = () => {
      reached.resolve(undefined);
      return new Promise(() => undefined);
    };
    void refresherOf(process, {}, silent).token();
    await reached.promise;
    world.clock.advance(29_999);
    const second = world.process();
    const claim: LoginRepository['claim'] = (...asked) => second.rows.claim(...asked).finally(() => claims++);
    const other = refresherOf(second, { claim }).token();
    await eventually(() => claims > 1);
    expect(refreshes()).toBe(0);
    world.clock.advance(1);
    expect(await other).not.toBe(first);
    expect(refreshes()).toBe(1);
  });
});
