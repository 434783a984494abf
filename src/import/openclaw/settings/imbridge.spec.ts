import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';

const world = importWorld();
const BRIDGE = { serverUrl: 'http://192.168.1.20:1234', password: 'bridge-password' };
const ANN = '+12025550123';
const BEN = '+12025550124';

async function imbridge(bluebubbles: object, others: object = {}) {
  const report = await world().import({
    channels: { bluebubbles: { ...BRIDGE, ...bluebubbles } },
    ...others,
  });
  return { report, ours: world().written().channels.imbridge };
}

describe('settings of BlueBubbles', () => {
  it('the password goes to a private file that the setting names', async () => {
    const { report, ours } = await imbridge({});
    expect(ours.password?.file).toMatch(/\/secrets\/openclaw-imbridge-default-password$/);
    expect(world().secret('openclaw-imbridge-default-password')).toBe('bridge-password');
    expect(JSON.stringify(report)).not.toContain('bridge-password"');
  });

  it.each([
    ['its .env', 'SECRET=from-dotenv', 'from-dotenv'],
    ['its env.vars', 'OTHER=x', 'from-vars'],
  ])('a variable is that of %s before others', async (_, dotenv, value) => {
    world().write('.env', dotenv);
    const env = { vars: { SECRET: 'from-vars' }, SECRET: 'from-env' };
    await imbridge({ password: '${SECRET}' }, { env });
    expect(world().secret('openclaw-imbridge-default-password')).toBe(value);
  });

  it.each([
    ['without *', [ANN], 'allowlist', 'changed'],
    ['with *', [ANN, ' * '], 'open', 'taken'],
    ['and no one', [], 'allowlist', 'changed'],
  ])('dmPolicy open %s admits no more senders than the peer did', async (_, allowFrom, policy, outcome) => {
    const { report, ours } = await imbridge({ dmPolicy: 'open', allowFrom });
    expect(ours.dmPolicy).toBe(policy);
    expect(outcomeOf(report, 'channels.bluebubbles.dmPolicy')).toEqual([outcome]);
  });

  it('an empty list of groups becomes that of direct messages', async () => {
    const { ours } = await imbridge({ allowFrom: [ANN], groupAllowFrom: [] });
    expect(ours).toMatchObject({ allowFrom: [ANN], groupAllowFrom: [ANN] });
  });

  it('each account gets the lists, actions and groups that it had, and stays one if it sets nothing', async () => {
    const { ours } = await imbridge({
      allowFrom: [ANN],
      groupAllowFrom: [ANN],
      dmPolicy: 'open',
      actions: { edit: false, reply: false },
      groups: { '*': { requireMention: false } },
      accounts: {
        Bare: {},
        own: {
          allowFrom: ['*'],
          groupAllowFrom: [],
          actions: { reply: false },
          groups: { 'iMessage;+;chat1': {} },
        },
      },
    });
    expect(ours.dmPolicy).toBe('allowlist');
    expect(ours.accounts).toEqual({
      bare: { dmPolicy: 'allowlist' },
      own: {
        webhookPath: '/imbridge-webhook-own',
        dmPolicy: 'open',
        allowFrom: ['*'],
        groupAllowFrom: ['*'],
        actions: { edit: true, reply: false },
        groups: { '*': { requireMention: true } },
      },
    });
  });

  it('an entry that ours refuses is left out and named', async () => {
    const { report, ours } = await imbridge({
      allowFrom: [12025550124, `bluebubbles:${BEN}`, 'accessGroup:none'],
    });
    expect(ours.allowFrom).toEqual([BEN]);
    expect(outcomeOf(report, 'channels.bluebubbles.allowFrom[0]')).toEqual(['to-decide']);
    expect(outcomeOf(report, 'channels.bluebubbles.allowFrom[2]')).toEqual(['to-decide']);
  });

  it('an access group is replaced by its members, a group in a group is not followed', async () => {
    const members = { bluebubbles: [ANN, 'accessGroup:all'] };
    const { ours } = await imbridge(
      { allowFrom: ['accessGroup:all', BEN] },
      { accessGroups: { all: { members } } },
    );
    expect(ours.allowFrom).toEqual([ANN, BEN]);
  });

  it('a value that our rules refuse is left out and named, and its neighbours are taken', async () => {
    const { report, ours } = await imbridge({
      textChunkLimit: 0,
      chunkMode: 'words',
      mediaMaxMb: '8',
      historyLimit: 3,
    });
    expect(ours).toMatchObject({ historyLimit: 3 });
    expect(Object.keys(ours)).not.toEqual(expect.arrayContaining(['textChunkLimit']));
    for (const key of ['textChunkLimit', 'chunkMode', 'mediaMaxMb'])
      expect(outcomeOf(report, `channels.bluebubbles.${key}`)).toEqual(['to-decide']);
  });

  it.each([
    ['an unset variable', '${NOT_SET}', 'a variable it names is not in the .env file'],
    ['a program', { source: 'exec', id: 'x' }, 'never runs'],
    ['a missing file', { source: 'file', id: '/a' }, 'not inside the folder'],
    ['a number', 7, 'it is not text'],
  ])('without a password, which is %s, the channel stays off', async (_, password, why) => {
    const { report, ours } = await imbridge({ password });
    expect(ours.enabled).toBe(false);
    expect(report.keys.find(({ path }) => path.includes('password'))?.note).toContain(why);
    expect(report.to_do.join()).toContain(
      'channels.imbridge.password'.replace('password', 'serverUrl and .password'),
    );
  });

  it('a second import, with the variable set, brings the password and says that the channel is still off', async () => {
    await imbridge({ password: '${BB_PASSWORD}' });
    world().write('.env', 'BB_PASSWORD=set-meanwhile');
    const { report, ours } = await imbridge({ password: '${BB_PASSWORD}' });
    expect([ours.enabled, world().secret('openclaw-imbridge-default-password')]).toEqual([
      false,
      'set-meanwhile',
    ]);
    expect(report.to_do.join()).toContain('set channels.imbridge.enabled to true');
  });

  it('a channel that was off stays off, also by a word for it', async () => {
    expect((await imbridge({ enabled: false })).ours.enabled).toBe(false);
    world().ours('{}');
    expect((await imbridge({ enabled: 'no' })).ours.enabled).toBe(false);
  });

  it('settings that a newer release has deleted are found in the newest backup that has them', async () => {
    world().write('openclaw.json.bak', '{ broken');
    world().write('openclaw.json.bak.1', { channels: { bluebubbles: BRIDGE } });
    world().write('openclaw.json.bak.2', { channels: { bluebubbles: { serverUrl: 'http://192.168.1.99' } } });
    const report = await world().import({ channels: { imessage: { allowFrom: [ANN] } } });
    expect(world().written().channels.imbridge.serverUrl).toBe(BRIDGE.serverUrl);
    expect(report.to_do.join()).toContain('openclaw.json.bak.1');
    expect(outcomeOf(report, 'channels.imessage')).toEqual(['to-decide']);
  });

  it('an account whose own list is empty does not use the list of the channel', async () => {
    const { ours } = await imbridge({ allowFrom: [ANN], accounts: { own: { allowFrom: [] } } });
    expect(ours).toMatchObject({
      groupAllowFrom: [ANN],
      accounts: { own: { allowFrom: [], groupAllowFrom: [] } },
    });
  });

  it('settings of a backup are in the report like all others', async () => {
    world().write('openclaw.json.bak', {
      channels: { bluebubbles: { ...BRIDGE, allowFrom: ['2025550124'], later: { a: 1 } } },
    });
    const outcomes = (report: Awaited<ReturnType<ReturnType<typeof world>['import']>>) =>
      ['serverUrl', 'allowFrom', 'later'].flatMap((key) => outcomeOf(report, `channels.bluebubbles.${key}`));
    expect(outcomes(await world().import({ channels: { imessage: {} } }))).toEqual([
      'taken',
      'to-decide',
      'unknown',
    ]);
  });

  it('settings of a backup are found where no configuration is left', async () => {
    world().write('openclaw.json.bak.1', { channels: { bluebubbles: BRIDGE } });
    world().write('credentials/bluebubbles-allowFrom.json', { version: 1, allowFrom: [ANN] });
    const report = await world().import();
    expect(report.grants).toEqual([{ channel: 'imbridge', account: 'default', new: 1, there: 0 }]);
    expect(world().written().channels.imbridge.serverUrl).toBe(BRIDGE.serverUrl);
  });

  it('a key that we do not know in an account that sets nothing else is named', async () => {
    const { report } = await imbridge({ accounts: { own: { later: 1 } } });
    expect(outcomeOf(report, 'channels.bluebubbles.accounts.own')).toEqual(['unknown']);
  });
});
