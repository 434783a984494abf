import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';

const world = importWorld();
const BRIDGE = 'BLUEBUBBLES_SERVER_URL=http://192.168.1.20:1234\nBLUEBUBBLES_PASSWORD=x\n';
const [APP, TENANT] = ['aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee', '11111111-2222-4333-8444-555555555555'];
const TEAMS = `TEAMS_CLIENT_ID=ignored\nTEAMS_CLIENT_SECRET=b\nTEAMS_TENANT_ID=${TENANT}\n`;

const withVariables = (lines: string, config = '{}') => {
  world().write('.env', lines);
  return world().importHermes(config);
};
const channels = () => world().written().channels;

describe('the bridge of Hermes', () => {
  it('a block at the top is stronger than one in platforms, gateway, and the older file', async () => {
    world().write('gateway.json', {
      platforms: {
        bluebubbles: {
          extra: { server_url: 'http://192.168.1.4:1', password: 'of the file', send_read_receipts: false },
        },
      },
    });
    const at = (last: number) => `{extra: {server_url: "http://192.168.1.${last}:1"}}`;
    const report = await withVariables(
      '',
      `{bluebubbles: ${at(1)}, platforms: {bluebubbles: ${at(2)}}, gateway: {platforms: {bluebubbles: ${at(3)}}}}`,
    );
    expect(channels().imbridge).toMatchObject({ serverUrl: 'http://192.168.1.1:1', sendReadReceipts: false });
    expect(world().secret('hermes-imbridge-default-password')).toBe('of the file');
    const urls = report.keys.filter(({ path }) => path.endsWith('.server_url'));
    expect(urls.map(({ outcome }) => outcome)).toEqual(['taken', 'not-taken', 'not-taken', 'not-taken']);
    expect(urls[3]).toMatchObject({ note: 'no effect: bluebubbles.extra.server_url is stronger' });
  });

  it.each([
    ['["@a", "b,c"]', ['@a', 'b,c']],
    ['"@a\n b"', ['@a', 'b']],
    ['@a, b', ['@a', 'b']],
  ])('mention patterns in a variable are a JSON list, lines or parts: %j', async (text, patterns) => {
    await withVariables(
      `${BRIDGE}BLUEBUBBLES_REQUIRE_MENTION=true\nBLUEBUBBLES_MENTION_PATTERNS=${text.startsWith('[') ? `'${text}'` : text}\n`,
    );
    expect(world().written().messages.groupChat.mentionPatterns).toEqual(patterns);
    expect(channels().imbridge).toMatchObject({ groups: { '*': { requireMention: true } } });
  });

  it('without patterns of its own is called by the name that Hermes has', async () => {
    await withVariables(`${BRIDGE}BLUEBUBBLES_REQUIRE_MENTION=1\n`);
    const [pattern = ''] = world().written().messages.groupChat.mentionPatterns;
    expect(['@Hermes hi', 'ask hermes agent'].every((text) => new RegExp(pattern, 'i').test(text))).toBe(
      true,
    );
  });

  it('a pattern that only Python reads is named', async () => {
    const config = 'platforms: {bluebubbles: {require_mention: true, mention_patterns: ["(?P<x>a)", "@b"]}}';
    const { to_do: toDo } = await withVariables(BRIDGE, config);
    expect(world().written().messages.groupChat.mentionPatterns).toEqual(['@b']);
    expect(toDo.join()).toContain(
      'A mention pattern of platforms.bluebubbles.mention_patterns was not imported',
    );
  });

  it.each([
    ['enabled: no', BRIDGE],
    ['enabled: yes', 'BLUEBUBBLES_SERVER_URL=http://me:words@192.168.1.20:1234\nBLUEBUBBLES_PASSWORD=x\n'],
  ])('is off where Hermes had it off, and where our rules refuse its address: %s', async (block, lines) => {
    const report = await withVariables(lines, `platforms: {bluebubbles: {${block}}}`);
    expect(channels().imbridge).toMatchObject({ enabled: false });
    expect(JSON.stringify(report)).not.toContain('words');
  });

  it('is left to a person beside accounts of ours, which would inherit its settings', async () => {
    const imbridge = { accounts: { ours: { serverUrl: 'http://192.168.1.99:1', password: 'ours' } } };
    world().ours({ channels: { imbridge } });
    const { grants, keys } = await withVariables(`${BRIDGE}BLUEBUBBLES_ALLOWED_USERS=+12025550150\n`);
    expect(channels().imbridge).toEqual(imbridge);
    expect([grants, new Set(keys.map(({ outcome }) => outcome))]).toEqual([[], new Set(['to-decide'])]);
  });
});

describe('the Teams of Hermes', () => {
  it('has its values from the configuration before the variables, and its cloud from its address', async () => {
    const config = `{teams: {extra: {client_id: ${APP}, service_url: "https://smba.infra.gov.teams.microsoft.us/teams", port: "0x"}}}`;
    const report = await withVariables(TEAMS, config);
    expect(channels().workchat).toMatchObject({ appId: APP, tenantId: TENANT, cloud: 'usgov' });
    expect(world().secret('hermes-workchat-app-password')).toBe('b');
    expect(outcomeOf(report, 'teams.extra.port')).toEqual(['to-decide']);
  });

  it('stays off without all of its values', async () => {
    const { to_do: toDo } = await withVariables('TEAMS_CLIENT_ID=a\n');
    expect(channels().workchat).toMatchObject({ enabled: false });
    expect(toDo.join()).toContain('Set channels.workchat.appPassword and channels.workchat.tenantId, then');
  });
});
