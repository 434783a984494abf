import { cliWorld, refusal, ScriptedPrompter } from '../../test/support/cli-world.js';

const AT = '2026-01-31T09:30:00.000Z';
const identity = {
  id: 'idn_1',
  channel: 'imbridge',
  account: 'default',
  sender_id: '+12025550143',
  display_name: 'Robin \u001b[31m',
  linked_at: AT,
};
const user = {
  id: 'usr_1',
  display_name: 'Robin',
  email: 'robin@example.com',
  status: 'active',
  created_at: AT,
  updated_at: AT,
  identities: [identity],
};
const key = {
  id: 'key_1',
  prefix: 'gh_012345',
  name: 'import',
  scopes: ['users:read'],
  limits: { per_minute: null, per_hour: 5, per_day: null },
  created_at: AT,
  made_with: null,
  expires_at: null,
  last_used_at: AT,
  usage: {
    minute: { used: 0, limit: 100, resets_at: null },
    hour: { used: 4, limit: 5, resets_at: AT },
    day: { used: 40, limit: 100_000, resets_at: AT },
  },
};
const page = (...items: readonly unknown[]) => [200, { items, next_cursor: null }] as const;
const GONE = [204, null] as const;
const BY_EMAIL = 'GET /users?email=robin%40example.com&limit=200';

const { gateway, shell } = cliWorld();

describe('users', () => {
  it('are listed and shown, also by e-mail address, without control characters', async () => {
    gateway.answers.set('GET /users?limit=200', page(user));
    gateway.answers.set(BY_EMAIL, page(user));
    gateway.answers.set('GET /users/usr_1', [200, user]);
    const list = await shell.run('users', 'list');
    expect(list.stdout).toMatch(/^ID +NAME +EMAIL +STATUS +SENDERS +MADE\nusr_1 +Robin +robin@example\.com/);
    const shown = await shell.run('users', 'show', 'robin@example.com');
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(
      /^Robin <robin@example\.com>, active\nusr_1, created .*\n\nIDENTITY +CHANNEL/,
    );
    expect(shown.stdout).not.toContain('\u001b');
    expect(JSON.parse((await shell.run('users', 'show', 'usr_1', '--json')).stdout)).toEqual(user);
  });

  it('reports an empty list, and an unknown address', async () => {
    gateway.answers.set('GET /users?limit=200', page());
    gateway.answers.set(BY_EMAIL, page());
    expect((await shell.run('users', 'list')).stdout).toBe('No users.\n');
    const { code, stderr } = await shell.run('keys', 'list', 'robin@example.com');
    expect([code, stderr]).toEqual([
      1,
      'gatehouse: No such user. (no user has the email address robin@example.com)\n',
    ]);
  });

  it('are made, changed and deleted', async () => {
    gateway.answers.set('POST /users', [201, user]);
    gateway.answers.set('PATCH /users/usr_1', [200, { ...user, status: 'disabled' }]);
    gateway.answers.set('DELETE /users/usr_1', GONE);
    const made = await shell.run('users', 'create', 'robin@example.com', '--name', 'Robin');
    expect([made.code, made.stdout]).toEqual([0, 'Created usr_1: Robin.\n']);
    const changed = await shell.run('users', 'update', 'usr_1', '--status', 'disabled');
    expect(changed.stdout).toBe('Changed usr_1: Robin, disabled.\n');
    gateway.answers.set('GET /users/usr_1', [200, user]);
    const deleted = await shell.run('users', 'delete', 'usr_1', '--yes', '--json');
    expect([deleted.code, JSON.parse(deleted.stdout)]).toEqual([0, { id: 'usr_1', deleted: true }]);
    expect(gateway.asked).toEqual([
      { route: 'POST /users', body: { email: 'robin@example.com', display_name: 'Robin' } },
      { route: 'PATCH /users/usr_1', body: { status: 'disabled' } },
      { route: 'GET /users/usr_1' },
      { route: 'DELETE /users/usr_1' },
    ]);
  });

  it('are deleted only after a yes or with --yes', async () => {
    gateway.answers.set('GET /users/usr_1', [200, user]);
    gateway.answers.set('DELETE /users/usr_1', GONE);
    const unasked = await shell.run('users', 'delete', 'usr_1');
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
    const prompter = new ScriptedPrompter([false, true]);
    shell.prompter = prompter;
    expect((await shell.run('users', 'delete', 'usr_1', '--json')).code).toBe(2);
    const no = await shell.run('users', 'delete', 'usr_1');
    expect([no.code, no.stderr]).toEqual([1, 'gatehouse: nothing was changed\n']);
    expect(gateway.asked.map(({ route }) => route)).not.toContain('DELETE /users/usr_1');
    expect((await shell.run('users', 'delete', 'usr_1')).code).toBe(0);
    expect(prompter.screen[0]).toBe('Delete Robin <robin@example.com> with all API keys?');
    expect(gateway.asked.at(-1)).toEqual({ route: 'DELETE /users/usr_1' });
  });

  it.each([['update', 'usr_1'], ['update', 'usr_1', '--status', 'gone'], ['create'], ['delete']])(
    'refuse wrong usage: %s',
    async (...args) => {
      expect((await shell.run('users', ...args)).code).toBe(2);
      expect(gateway.asked).toEqual([]);
    },
  );

  it('are linked to senders and unlinked', async () => {
    gateway.answers.set('POST /users/usr_1/identities', [201, user]);
    gateway.answers.set('DELETE /users/usr_1/identities/idn_1', GONE);
    const linked = await shell.run('users', 'link', 'usr_1', 'imbridge', '+12025550143', '--account', 'a');
    expect(linked.stdout).toBe('+12025550143 on imbridge is Robin.\n');
    expect(gateway.asked[0]?.body).toEqual({ channel: 'imbridge', account: 'a', sender_id: '+12025550143' });
    expect((await shell.run('users', 'unlink', 'usr_1', 'idn_1')).stdout).toBe('Unlinked idn_1.\n');
  });

  it('are linked by pairing approve --user', async () => {
    const pairing = { channel: 'imbridge', sender_id: '+12025550143' };
    gateway.answers.set(BY_EMAIL, page(user));
    gateway.answers.set('POST /pairings/approve', [200, pairing]);
    await shell.run('pairing', 'approve', 'imbridge', 'K7QX4MNP', '--user', 'robin@example.com');
    const body = { channel: 'imbridge', code: 'K7QX4MNP', user_id: 'usr_1' };
    expect(gateway.asked).toContainEqual({ route: 'POST /pairings/approve', body });
  });

  it("prints the gateway's refusal", async () => {
    gateway.answers.set(
      'POST /users',
      refusal(409, 'This email address is already in use.', 'email belongs to another user'),
    );
    const { code, stderr } = await shell.run('users', 'create', 'robin@example.com');
    expect([code, stderr]).toEqual([
      1,
      'gatehouse: This email address is already in use. (email belongs to another user)\n',
    ]);
  });
});

describe('keys', () => {
  it('are listed', async () => {
    gateway.answers.set('GET /users/usr_1/keys?limit=200', page(key));
    const { stdout } = await shell.run('keys', 'list', 'usr_1');
    expect(stdout).toMatch(
      /SCOPES +MINUTE +HOUR +DAY +EXPIRES .*\nkey_1 +gh_012345… +import .* 0\/100 +4\/5 +40\/100000 /,
    );
  });

  it('are made: the key alone on standard output, a warning on standard error', async () => {
    gateway.answers.set('POST /users/usr_1/keys', [201, { ...key, key: 'gh_secret' }]);
    const plain = await shell.run('keys', 'create', 'usr_1');
    expect(plain).toEqual({
      code: 0,
      stdout: 'gh_secret\n',
      stderr: 'Save this key now: it is not stored and will not be shown again.\n',
    });
    const options = ['--name', 'n', '--scope', 'users:read', '--expires', AT, '--per-hour', '5', '--json'];
    const { stdout } = await shell.run('keys', 'create', 'usr_1', ...options);
    expect(JSON.parse(stdout)).toEqual({ ...key, key: 'gh_secret' });
    expect(gateway.asked.map(({ body }) => body)).toEqual([
      { limits: {} },
      { name: 'n', scopes: ['users:read'], expires_at: AT, limits: { per_hour: 5 } },
    ]);
    expect((await shell.run('keys', 'create', 'usr_1', '--per-hour', '0')).code).toBe(2);
  });

  it('are revoked', async () => {
    gateway.answers.set('DELETE /users/usr_1/keys/key_1', GONE);
    const { code, stdout } = await shell.run('keys', 'revoke', 'usr_1', 'key_1');
    expect([code, stdout]).toEqual([0, 'Revoked key_1. It no longer works.\n']);
  });
});
