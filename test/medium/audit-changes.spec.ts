import { Database } from '../../src/persistence/index.js';
import { wholeApp } from '../support/whole-app.js';

interface Entry {
  readonly action: string;
  readonly subject: string;
  readonly change: { readonly before: object; readonly after: object } | null;
}

const AGENT = { id: 'main', runtime: { type: 'http', baseUrl: 'http://127.0.0.1:1/' } };
const withKey = (apiKey: string) => ({
  agents: { list: [{ ...AGENT, runtime: { ...AGENT.runtime, apiKey } }] },
});

describe.each(['SQLite', 'PostgreSQL'] as const)('the audit log on %s', (kind) => {
  const world = wholeApp(kind);
  const entries = async (filter: string) =>
    (await world.call<{ items: Entry[] }>(`GET /admin/v1/audit?${filter}`)).body.items;
  const changeBy = async (action: string) => (await entries(`action=${action}`))[0]?.change;

  it('says what a user, a link, a grant, a key and a token were before and after', async () => {
    const { body: user } = await world.call<{ id: string }>('POST /admin/v1/users', {
      email: 'ann@example.com',
    });
    const ann = { email: 'ann@example.com', display_name: 'ann', status: 'active' };
    expect(await changeBy('user.created')).toEqual({ before: {}, after: ann });
    await world.call(`PATCH /admin/v1/users/${user.id}`, { display_name: 'Ann', email: 'ann@example.com' });
    expect(await changeBy('user.updated')).toEqual({
      before: { display_name: 'ann' },
      after: { display_name: 'Ann' },
    });
    const wanted = { name: 'import', limits: { per_minute: 3 } };
    const { body: key } = await world.call<{ id: string; key: string }>(
      `POST /admin/v1/users/${user.id}/keys`,
      wanted,
    );
    const ofKey = {
      name: 'import',
      scopes: ['users:read', 'data:process'],
      expires_at: null,
      limits: { per_minute: 3 },
    };
    expect(await changeBy('key.created')).toEqual({ before: {}, after: ofKey });
    await world.call(`DELETE /admin/v1/users/${user.id}/keys/${key.id}`);
    expect(await changeBy('key.revoked')).toEqual({ before: ofKey, after: {} });
    const token = { role: 'viewer', name: 'board' };
    const { body: made } = await world.call<{ id: string; token: string }>('POST /admin/v1/tokens', token);
    expect(await changeBy('token.created')).toEqual({ before: {}, after: { ...token, expires_at: null } });
    await world.call(`DELETE /admin/v1/tokens/${made.id}`);
    expect(await changeBy('token.revoked')).toEqual({ before: { ...token, expires_at: null }, after: {} });
    await world.call(`DELETE /admin/v1/users/${user.id}`);
    expect(await changeBy('user.deleted')).toEqual({ before: { ...ann, display_name: 'Ann' }, after: {} });
    const rows = await world.app.get(Database).on().selectFrom('audit_log').selectAll().execute();
    for (const secret of [key.key, made.token]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('says which settings had which values, each by its path', async () => {
    await world.call('PATCH /admin/v1/config', { set: { 'messages.responsePrefix': 'old:' } });
    await world.call('PATCH /admin/v1/config', {
      set: { 'messages.responsePrefix': 'new:', 'session.dmScope': 'per-sender' },
    });
    expect(await changeBy('config.changed')).toEqual({
      before: { 'messages.responsePrefix': 'old:' },
      after: { 'messages.responsePrefix': 'new:', 'session.dmScope': 'per-sender' },
    });
    await world.call('PATCH /admin/v1/config', { unset: ['messages.responsePrefix'] });
    expect(await changeBy('config.changed')).toEqual({
      before: { 'messages.responsePrefix': 'new:' },
      after: {},
    });
  });

  it('keeps no secret of a setting, neither its text nor its length', async () => {
    const secrets = ['sk-short', `sk-${'long'.repeat(400)}`, 'sk-another'];
    for (const secret of secrets) {
      const { status } = await world.call('PATCH /admin/v1/config', withKey(secret));
      expect(status).toBe(200);
    }
    const [third, second] = (await entries('action=config.changed')).map(({ change }) => change);
    const masked = { 'agents.list[0].runtime.apiKey': '********' };
    expect([third, second]).toEqual(Array(2).fill({ before: masked, after: masked }));
    const rows = await world.app.get(Database).on().selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/sk-|longlong/);
  });

  it('cuts a long value, and finds an act by its subject', async () => {
    const systemPrompt = 'Say nothing. '.repeat(1_000);
    await world.call('PATCH /admin/v1/config', { agents: { list: [{ ...AGENT, systemPrompt }] } });
    const [entry] = await entries('subject=config');
    const { after } = entry!.change as { after: Record<string, string> };
    expect(after['agents.list[0].systemPrompt']).toMatch(/^Say nothing\. .{900,1000}… \(13000 characters\)$/);
    expect(await entries('subject=other')).toEqual([]);
  });
});
