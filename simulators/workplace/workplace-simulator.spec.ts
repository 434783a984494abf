import { WorkplaceSetup } from '../testing/workplace.js';

const t = new WorkplaceSetup();
beforeEach(t.start);
afterEach(t.stop);

describe('addresses', () => {
  it('are settings for channels.workchat.cloud (DESIGN 6)', () => {
    const { cloud } = t.sut;
    expect(cloud).toEqual({
      loginUrl: t.sut.address('login'),
      openIdMetadataUrl: `${t.sut.address('login')}/v1/.well-known/openidconfiguration`,
      tokenIssuer: 'https://api.botframework.com',
      oauthScope: 'https://api.botframework.com',
      graphUrl: t.sut.address('graph'),
      serviceUrlHosts: ['127.0.0.1'],
    });
    const { appId, secret: appPassword, tenantId } = t.sut.app;
    expect(t.sut.settings).toEqual({
      enabled: true,
      appId,
      appPassword,
      tenantId,
      cloud,
      mediaAllowHosts: ['127.0.0.1', '127.0.0.2', '127.0.0.3'],
      mediaAuthAllowHosts: ['127.0.0.1', '127.0.0.3'],
    });
    expect(new URL(t.sut.address('foreign')).hostname).toBe('127.0.0.4');
    expect(t.sut.serviceUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/emea\/[0-9a-f-]{36}\/$/);
  });
});

describe('restart', () => {
  it('keeps everything that was stored, on the same ports', async () => {
    const { user, chat } = t.sut.addContact('Irene Paz');
    await t.send(chat, { type: 'message', text: 'before' });
    const token = await t.token('bot');
    const { cloud } = t.sut;
    await t.sut.restart(() => t.sut.people.write({ from: user, text: 'meanwhile' }));
    expect(t.sut.cloud).toEqual(cloud);
    const path = `POST v3/conversations/${encodeURIComponent(chat.id)}/activities`;
    expect((await t.service(path, { type: 'message', text: 'after' }, { token })).status).toBe(201);
    expect(t.sut.messages(chat).map(({ activity }) => activity.text)).toEqual([
      'before',
      'meanwhile',
      'after',
    ]);
  });

  it('refuses connections while down', async () => {
    await t.sut.down();
    await expect(t.login({})).rejects.toThrow();
  });

  it('ends calls to the bot that are in progress', async () => {
    const { user } = t.sut.addContact('Irene Paz');
    t.bot.replies.push('hang');
    t.sut.people.write({ from: user, text: 'slow' });
    await t.bot.heard(1);
    await t.sut.down();
    await t.sut.waitFor(() => t.sut.deliveries.length === 1);
    expect(t.sut.deliveries).toMatchObject([{ outcome: 'failed', attempt: 1 }]);
  });
});

describe('the simulator for a test', () => {
  it('waits for a condition, and fails after its limit with the name of the condition', async () => {
    const { chat } = t.sut.addContact('Irene Paz');
    const posted = t.sut.waitFor(() => t.sut.posted.find(({ activity }) => activity?.text === 'now'));
    await t.send(chat, { type: 'message', text: 'now' });
    expect(await posted).toMatchObject({ verb: 'send', conversationId: chat.id });
    await expect(t.sut.waitFor(() => false, 5, 'a miracle')).rejects.toThrow('Not within 5 ms: a miracle');
  });

  it('records each call with its token’s kind, body and status', async () => {
    const { chat } = t.sut.addContact('Irene Paz');
    await t.send(chat, { type: 'message', text: 'hi' });
    expect(t.sut.requestsTo('service')).toMatchObject([
      {
        method: 'POST',
        token: 'bot',
        status: 201,
        body: { text: 'hi' },
        headers: { 'content-type': expect.stringContaining('json') },
      },
    ]);
    expect(t.sut.requestsTo('service')[0]?.headers).not.toHaveProperty('authorization');
  });

  it('answers unknown paths in the form of each host', async () => {
    expect((await t.graph('GET /v1.0/nowhere')).json).toMatchObject({
      error: { code: 'BadRequest', innerError: {} },
    });
    expect((await t.service('GET v3/nowhere')).json).toMatchObject({ error: { code: 'NotFound' } });
    expect((await fetch(`${t.sut.address('login')}/nowhere`)).status).toBe(404);
  });
});
