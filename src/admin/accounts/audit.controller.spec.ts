import { adminApp, errorOf } from '../../../test/support/admin-app.js';

describe('the audit log in the admin API', () => {
  const { services, call } = adminApp();

  it('is read with the wanted filters, times as epoch ms', async () => {
    const query = 'actor=token:owner&action=grant.added&since=1970-01-01T00:00:01.000Z';
    expect((await call(`GET /audit?${query}`)).status).toBe(200);
    expect(services.audit.list.mock.calls.at(-1)?.[2]).toEqual({
      actor: 'token:owner',
      action: 'grant.added',
      subject: undefined,
      since: 1_000,
      until: undefined,
    });
  });

  it.each(['since=yesterday', 'until=1', 'actor=', 'who=me'])('refuses %s', async (query) => {
    const { status, body } = await call(`GET /audit?${query}`);
    expect([status, errorOf(body).code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
