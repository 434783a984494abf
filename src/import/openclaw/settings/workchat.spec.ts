import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';

const world = importWorld();
const ID = '5f0c0000-0000-4000-8000-000000000001';
const BOT = {
  appId: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  tenantId: '11111111-2222-4333-8444-555555555555',
  appPassword: 'client-secret',
};

async function workchat(msteams: object, others: object = {}) {
  const report = await world().import({ channels: { msteams: { ...BOT, ...msteams } }, ...others });
  return { report, ours: world().written().channels.workchat, all: world().written() };
}

describe('settings of Teams', () => {
  it('only ids of the directory are taken into lists; an account is looked up in the conversations', async () => {
    const conversation = { id: 'a:1', conversationType: 'personal' };
    const reference = {
      conversation,
      user: { id: '29:known', aadObjectId: ID },
      agent: { id: '28:b' },
      serviceUrl: 'https://s.example',
    };
    world().write('msteams-conversations.json', { version: 1, conversations: { 'a:1': reference } });
    const { report, ours } = await workchat({
      allowFrom: [
        `msteams:user:${ID.toUpperCase()}`,
        '29:known',
        '29:other',
        'Irene Paz',
        'irene@example.org',
      ],
      dangerouslyAllowNameMatching: true,
    });
    expect(ours.allowFrom).toEqual([ID]);
    for (const index of [2, 3, 4])
      expect(outcomeOf(report, `channels.msteams.allowFrom[${index}]`)).toEqual(['to-decide']);
  });

  it.each([
    ['2026.1.29', [], []],
    ['2026.4.29', [], undefined],
    ['2026.4.29', [ID], [ID]],
  ])(
    'of release %s the groups list %j lets in as many as before',
    async (version, groupAllowFrom, expected) => {
      const meta = { lastTouchedVersion: version };
      const { report, ours } = await workchat(
        { allowFrom: [ID], groupAllowFrom, teams: { Ops: {} } },
        { meta },
      );
      expect(ours.groupAllowFrom).toEqual(expected);
      expect(report.to_do.join().includes('every member of a listed team')).toBe(version === '2026.1.29');
      expect(ours.teams).toEqual({ Ops: {} });
    },
  );

  it.each([
    ['Public', 'public', undefined],
    ['USGov', 'usgov', undefined],
    ['China', 'china', undefined],
    ['USGovDoD', undefined, false],
  ])('the cloud %s is %s', async (cloud, expected, enabled) => {
    const { ours } = await workchat({ cloud });
    expect([ours.cloud, ours.enabled]).toEqual([expected, enabled]);
  });

  it('without a client secret the channel stays off', async () => {
    const { report, ours } = await workchat({ appPassword: undefined, authType: 'federated', enabled: true });
    expect(ours).toEqual({ appId: BOT.appId, tenantId: BOT.tenantId, enabled: false });
    expect(outcomeOf(report, 'channels.msteams.authType')).toEqual(['to-decide']);
    expect(outcomeOf(report, 'channels.msteams.enabled')).toEqual(['to-decide']);
  });

  it('credentials may be variables only', async () => {
    const ids = `MSTEAMS_APP_ID=${BOT.appId}\nMSTEAMS_TENANT_ID=${BOT.tenantId}`;
    world().write('.env', `${ids}\nMSTEAMS_APP_PASSWORD='client-secret'`);
    const { ours } = await workchat({ appId: undefined, appPassword: undefined, tenantId: undefined });
    expect(ours).toMatchObject({ appId: BOT.appId, tenantId: BOT.tenantId });
    expect(world().secret('openclaw-workchat-app-password')).toBe('client-secret');
  });

  it('its prefix is that of all answers only where no other channel is configured', async () => {
    expect((await workchat({ responsePrefix: '[T]' })).all.messages.responsePrefix).toBe('[T]');
    world().ours('{}');
    const { report, all } = await workchat(
      { responsePrefix: '[T]' },
      { messages: { responsePrefix: '[all]' } },
    );
    expect(all.messages.responsePrefix).toBe('[all]');
    expect(outcomeOf(report, 'channels.msteams.responsePrefix')).toEqual(['not-taken']);
  });

  it('a key that we do not know in a team that sets nothing else is named', async () => {
    const report = await world().import({
      channels: { msteams: { teams: { t1: { later: 1 }, t2: { channels: {} } } } },
    });
    expect(['t1', 't2'].map((key) => outcomeOf(report, `channels.msteams.teams.${key}`))).toEqual([
      ['unknown'],
      ['taken'],
    ]);
  });
});
