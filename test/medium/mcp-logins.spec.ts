import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { LoginWorld } from '../support/login-world.js';

const DONE = { server: 'desk', problem: undefined };

describe.each(DATABASES)('a login to an MCP server on %s', (_, open) => {
  let world: LoginWorld;

  beforeEach(async () => {
    world = await LoginWorld.start(await open());
  });
  afterEach(() => world.stop());

  it('gives its calls a token, with the scope and for the resource of the server', async () => {
    const process = world.process();
    await process.mcp.follow();
    await process.mcp.refresh();
    expect(process.mcp.views()).toMatchObject([
      { state: { isUp: false, wantsLogin: true }, login: { need: 'not logged in' } },
    ]);
    const { id, address } = await world.begin(process);
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
      scope: 'read',
      resource: world.tools.url,
      redirect_uri: 'http://127.0.0.1:3000/mcp/callback',
    });
    expect(await world.comeBack(process, await world.authority.agree(address))).toEqual(DONE);
    expect(await process.flow.attempt('desk')).toMatchObject({ id, status: 'done' });
    await eventually(() => process.mcp.views()[0]?.state?.isUp === true);
    expect(process.mcp.views()).toMatchObject([
      {
        login: { need: undefined, login: { by: 'token:owner', issuer: world.authority.url, scope: 'read' } },
      },
    ]);
    await eventually(() => process.mcp.toolsOf('desk')?.tools.length === 1);
  });

  it('is not readable in the database', async () => {
    const process = world.process();
    const begun = await world.begin(process);
    const back = await world.authority.agree(begun.address);
    const before = await world.stored();
    await world.comeBack(process, back);
    const after = await world.stored();
    const { code, state } = Object.fromEntries(back.searchParams) as Record<string, string>;
    expect(world.authority.valid).not.toEqual([]);
    const secrets = [
      code!,
      state!,
      ...world.authority.valid,
      world.authority.tokenCalls[0]!.get('code_verifier')!,
    ];
    for (const secret of secrets) expect(before + after).not.toContain(secret);
    expect(after).not.toContain('refresh-');
  });

  it('with a known client id registers nothing', async () => {
    const process = world.process({ clientId: 'ours' });
    expect(await world.logIn(process)).toEqual(DONE);
    expect([world.authority.registered, world.authority.tokenCalls[0]!.get('client_id')]).toEqual([
      [],
      'ours',
    ]);
  });

  describe('comes back', () => {
    it('once: the same way a second time is no login', async () => {
      const process = world.process();
      const back = await world.authority.agree((await world.begin(process)).address);
      const ends = await Promise.all([world.comeBack(process, back), world.comeBack(process, back)]);
      expect(ends.filter((end) => end !== undefined)).toEqual([DONE]);
      expect(await world.comeBack(process, back)).toBeUndefined();
      expect(world.authority.tokenCalls).toHaveLength(1);
    });

    it('for good, also to a process that did not hear that it was stored', async () => {
      const process = world.process();
      await world.logIn(process);
      const { id } = (await process.flow.attempt('desk'))!;
      await process.rows.failAttempt(id, 'no answer to the commit');
      expect(await process.flow.attempt('desk')).toMatchObject({ status: 'done', problem: undefined });
    });

    it('to the last of several that were begun at once', async () => {
      const begun = await Promise.all([1, 2, 3, 4].map(() => world.begin(world.process())));
      const ends = [];
      for (const { address } of begun)
        ends.push(await world.comeBack(world.process(), await world.authority.agree(address)));
      expect(ends.filter((end) => end !== undefined)).toEqual([DONE]);
    });

    it('to nothing with a state that was not given out, or was replaced, or is too old', async () => {
      const process = world.process();
      const first = await world.authority.agree((await world.begin(process)).address);
      const second = await world.authority.agree((await world.begin(process)).address);
      expect(await world.comeBack(process, second, { state: 'x'.repeat(43) })).toBeUndefined();
      expect(await world.comeBack(process, first)).toBeUndefined();
      world.clock.advance(10 * 60_000);
      expect(await world.comeBack(process, second)).toBeUndefined();
      expect(world.authority.tokenCalls).toEqual([]);
      expect(await process.flow.attempt('desk')).toMatchObject({
        status: 'failed',
        problem: 'the login was not completed in time',
      });
    });

    it.each([
      [
        'of a different authorization server',
        { iss: 'https://evil.example' },
        'a different authorization server',
      ],
      ['of none, although this one names itself', { iss: undefined }, 'a different authorization server'],
      ['with a no', { code: undefined, error: 'access_denied' }, 'access_denied'],
      [
        'with a no of another',
        { iss: 'https://evil.example', error: 'x' },
        'a different authorization server',
      ],
      ['without a code', { code: undefined }, 'the answer has no code'],
      ['with the code of another user', { code: 'theirs' }, 'invalid_grant: no'],
    ])('%s as a failure, which is reported', async (_what, change, problem) => {
      const process = world.process();
      const back = await world.authority.agree((await world.begin(process)).address);
      const end = await world.comeBack(process, back, change);
      expect(end).toEqual({ server: 'desk', problem: expect.stringContaining(problem) as string });
      expect(await process.flow.attempt('desk')).toMatchObject({ status: 'failed', problem: end?.problem });
      expect(await process.logins.all()).toEqual(new Map());
    });

    it('to a gateway that ended before it had the tokens as a failure, and a new login is possible', async () => {
      const process = world.process();
      const back = await world.authority.agree((await world.begin(process)).address);
      const reached = Promise.withResolvers<undefined>();
      // The answer to the code never arrives: the process is killed meanwhile.
      world.authority.intercept = ({ url }) => {
        if (url === '/token') reached.resolve(undefined);
        return url === '/token';
      };
      const dead = world.comeBack(process, back);
      await reached.promise;
      expect(await process.flow.attempt('desk')).toMatchObject({ status: 'waiting' });
      expect(await world.comeBack(world.process(), back)).toBeUndefined();
      world.clock.advance(60_000);
      expect(await process.flow.attempt('desk')).toMatchObject({
        status: 'failed',
        problem: 'the gateway stopped before it had the tokens',
      });
      world.authority.intercept = () => false;
      expect(await world.logIn(world.process())).toEqual(DONE);
      await world.authority.stop();
      expect(await dead).toMatchObject({ server: 'desk' });
      expect(await process.flow.attempt('desk')).toMatchObject({ status: 'done' });
    });
  });

  it('with a scope that a call lacked asks for it besides what it has', async () => {
    const process = world.process();
    await world.logIn(process);
    await process.logins.noteMissingScope('desk', 'write');
    await process.logins.noteMissingScope('desk', 'no scope"\n');
    expect([...(await process.logins.all()).values()]).toMatchObject([
      { need: 'a call lacked the scope write' },
    ]);
    const { address } = await world.begin(process);
    expect(new URL(address).searchParams.get('scope')).toBe('read write');
    await world.comeBack(process, await world.authority.agree(address));
    expect([...(await process.logins.all()).values()]).toMatchObject([
      { need: undefined, scope: 'read write' },
    ]);
  });

  it('ends with a logout, which has the tokens revoked', async () => {
    const process = world.process();
    await world.logIn(process);
    const [access] = world.authority.valid;
    const record = async () => undefined;
    expect(await process.flow.end('desk', record)).toEqual({ problem: undefined });
    expect(world.authority.revoked).toEqual([expect.stringContaining('refresh-'), access]);
    expect(await world.stored()).toBe('[[],[]]');
    expect(await process.flow.end('desk', record)).toBeUndefined();
  });

  it('is forgotten by a logout also when its authorization server is gone', async () => {
    const process = world.process();
    await world.logIn(process);
    await world.authority.stop();
    const ended = await process.flow.end('desk', async () => undefined);
    expect(ended?.problem).toContain('no connection to http://127.0.0.1');
    expect(await world.stored()).toBe('[[],[]]');
  });

  it('is of no use to another server of the same name, for another party or with another key', async () => {
    await world.logIn(world.process());
    const token = async (process: ReturnType<LoginWorld['process']>, settings: object) =>
      (
        await process.logins.authFor('desk', {
          url: world.tools.url,
          issuer: world.authority.url,
          login: false,
          ...settings,
        })
      ).token();
    expect(await token(world.process(), {})).toMatch(/^access-/);
    expect(await token(world.process(), { url: 'https://evil.example/mcp' })).toBeUndefined();
    expect(await token(world.process(), { clientId: 'other' })).toBeUndefined();
    expect(await token(world.process(), { issuer: 'https://evil.example' })).toBeUndefined();
    await expect(token(world.process({}, 'another secret of the length that is needed'), {})).rejects.toThrow(
      'the login cannot be read: it was stored with another key: `gatehouse mcp login desk`',
    );
  });
});
