import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';

const world = importWorld();
const ANN = '+12025550150';
const BRIDGE = 'BLUEBUBBLES_SERVER_URL=http://192.168.1.20:1234\nBLUEBUBBLES_PASSWORD=x\n';
const GUID = '5f0c0000-0000-4000-8000-000000000001';

/** Imports a home with a bridge and these variables. */
const withVariables = (lines: string, config = '{}') => {
  world().write('.env', BRIDGE + lines);
  return world().importHermes(config);
};
const granted = () => {
  const db = new SqliteHandle(join(world().stateDir, 'gatehouse.db'));
  const rows = db.prepare('select channel, sender_id, source from grants order by id').all();
  db.close();
  return rows;
};
const policy = () => world().written().channels.imbridge;

describe('people of Hermes', () => {
  it('become grants, those of its lists and those it approved, and no one becomes an operator', async () => {
    world().write('platforms/pairing/bluebubbles-approved.json', { 'Eve@example.org': { user_name: 'Eve' } });
    world().write('pairing/bluebubbles-approved.json', { '+12025550152': {} });
    const { to_do: toDo } = await withVariables(
      `BLUEBUBBLES_ALLOWED_USERS=${ANN}\nGATEWAY_ALLOWED_USERS=${GUID}`,
    );
    expect(granted()).toEqual(
      [ANN, 'eve@example.org', '+12025550152'].map((sender_id) => ({
        channel: 'imbridge',
        sender_id,
        source: 'pairing',
      })),
    );
    expect(policy()).toMatchObject({ dmPolicy: 'allowlist' });
    expect(policy()).not.toHaveProperty('allowFrom');
    expect(policy()).not.toHaveProperty('groupAllowFrom');
    expect(toDo.join('\n')).toContain(
      `${ANN}: access as people, not as operators. In channels.imbridge.allowFrom`,
    );
    expect(toDo.join('\n')).toContain(
      `In Hermes, ${ANN}, Eve (eve@example.org), +12025550152 also had access in groups`,
    );
  });

  it.each([
    ['BLUEBUBBLES_ALLOW_ALL_USERS=true', 'BLUEBUBBLES_ALLOW_ALL_USERS'],
    ['BLUEBUBBLES_ALLOW_ALL_USERS=yes', 'BLUEBUBBLES_ALLOW_ALL_USERS'],
    ['BLUEBUBBLES_ALLOWED_USERS=*', 'BLUEBUBBLES_ALLOWED_USERS'],
    ['GATEWAY_ALLOW_ALL_USERS=1', 'GATEWAY_ALLOW_ALL_USERS'],
    ['GATEWAY_ALLOWED_USERS="*"', 'GATEWAY_ALLOWED_USERS'],
  ])('%s opens nothing, and is to be decided', async (line, name) => {
    const report = await withVariables(line);
    expect(outcomeOf(report, `env_file.${name}`)).toEqual(['to-decide']);
    expect(JSON.stringify(world().written())).not.toMatch(/open"|"\*"\]/);
    expect(['pairing', 'allowlist']).toContain(policy().dmPolicy);
    expect(report.grants).toEqual([]);
  });

  it('lists and chats of the configuration open nothing', async () => {
    const report = await withVariables(
      '',
      `platforms: {bluebubbles: {dm_policy: open, extra: {allow_from: ["*", "${ANN}"], group_allowed_chats: ["iMessage;+;x"], group_policy: open}}}`,
    );
    const extra = 'platforms.bluebubbles.extra';
    expect(outcomeOf(report, `${extra}.group_allowed_chats`)).toEqual(['to-decide']);
    expect(
      report.keys.filter(({ path }) => path.includes('.allow_from')).map(({ outcome }) => outcome),
    ).toEqual(['to-decide', 'changed']);
    expect(outcomeOf(report, `${extra}.group_policy`)).toEqual(['not-taken']);
    expect(granted()).toHaveLength(1);
    expect(policy()).toMatchObject({ dmPolicy: 'pairing' });
    expect(policy()).not.toHaveProperty('groupPolicy');
  });

  it('a flag without effect there, and a list that a stronger one replaced, are said to have none', async () => {
    const report = await withVariables(
      `BLUEBUBBLES_ALLOWED_USERS=${ANN}\nGATEWAY_ALLOW_ALL_USERS=true`,
      'platforms: {bluebubbles: {extra: {allow_from: ["+12025550199"]}}}',
    );
    expect(outcomeOf(report, 'env_file.GATEWAY_ALLOW_ALL_USERS')).toEqual(['not-taken']);
    expect(outcomeOf(report, 'platforms.bluebubbles.extra.allow_from')).toEqual(['not-taken']);
    expect(granted()).toHaveLength(1);
  });

  it.each([
    ['ana', 'it matched every address with this part before the @'],
    ['0171 2345678', 'it is not a phone number with + and country code'],
    ['12025550123', 'it is not a phone number with + and country code'],
    ['+1 (202) 555-0123', 'in this form it matched no one in Hermes'],
    ['bluebubbles:+12025550123', 'it does not name a single person'],
  ])('the entry %s matches no one here that it did not match there', async (entry, why) => {
    const report = await withVariables(`BLUEBUBBLES_ALLOWED_USERS=${entry}`);
    expect(report.grants).toEqual([]);
    expect(report.to_do.join('\n')).toContain(
      `Decide about ${entry} of BLUEBUBBLES_ALLOWED_USERS in its .env: ${why}`,
    );
  });

  it.each([
    ['ignore', '', 'allowlist'],
    ['pair', `BLUEBUBBLES_ALLOWED_USERS=${ANN}`, 'pairing'],
  ])('strangers get what they got: %s', async (behavior, line, expected) => {
    await withVariables(line, `unauthorized_dm_behavior: ${behavior}`);
    expect(policy()).toMatchObject({ dmPolicy: expected });
  });

  it('someone approved by an address that names no person gets no access', async () => {
    world().write('pairing/bluebubbles-approved.json', { 'iMessage;+;chat1': {}, __proto__: {} });
    const { to_do: toDo, grants } = await withVariables('');
    expect(grants).toEqual([]);
    expect(toDo.join('\n')).toContain('Decide about iMessage;+;chat1, approved on bluebubbles');
  });

  it('old copies are no source, and broken approvals stop the import', async () => {
    world().write('backups/pairing/bluebubbles-approved.json', { [ANN]: {} });
    world().write('state-snapshots/1/.env', `BLUEBUBBLES_ALLOWED_USERS=${ANN}`);
    expect((await withVariables('')).grants).toEqual([]);
    world().write('pairing/bluebubbles-approved.json', '{ broken');
    await expect(withVariables('')).rejects.toThrow('bluebubbles-approved.json is not valid JSON');
  });
});
