import { type ConversationId, DEFAULT_ACCOUNT, TargetUnclear } from '../../src/channels/index.js';
import { graphProblem } from '../../simulators/index.js';
import { WorkchatWorld } from '../support/workchat-world.js';

const PERMISSIONS = ['User.Read.All', 'Group.Read.All'];
const t = new WorkchatWorld();

beforeAll(t.start);
afterAll(t.stop);
beforeEach(() => {
  t.cloud.world.users.length = 0;
  t.cloud.world.teams.length = 0;
  t.people();
  for (const each of PERMISSIONS) t.cloud.app.graphPermissions.add(each);
});
afterEach(() => {
  t.cloud.faults.clear();
  t.cloud.limits.graphPageSize = undefined;
});

const settings = () => t.bot.connector.accounts()[0]!;
const senders = () => [...settings().allowFrom.keys];
const keyOf = (user: { readonly aadObjectId: string }) => `sender:${user.aadObjectId.toLowerCase()}`;
const restart = (workchat: object) => t.restart({ workchat: workchat as Record<string, unknown> });
const groupOf = (place: { readonly id: string; readonly team: { readonly id: string } | undefined }) =>
  settings().group({ id: place.id as ConversationId, kind: 'channel', team: place.team!.id });

describe('names in an allowlist', () => {
  it('10.30 admit the one person with that principal name, mail address or display name', async () => {
    const quote = t.cloud.world.addUser({ name: "Sean O'Neil" });
    for (const name of ['Ben Ode', 'Ben Ode']) t.cloud.world.addUser({ name });
    t.cloud.limits.graphPageSize = 1;
    const { userPrincipalName } = t.irene.user;
    await restart({ allowFrom: [userPrincipalName.toUpperCase()] });
    expect(senders()).toEqual([keyOf(t.irene.user)]);
    await restart({
      allowFrom: ['Irene Paz', `user:Sean O'Neil`, 'Ben Ode', 'Irene', "x' or displayName eq 'Irene Paz"],
    });
    expect(senders()).toEqual([keyOf(t.irene.user), keyOf(quote)]);
    t.irene.user.name = 'Somebody Else';
    expect(senders()).toContain(keyOf(t.irene.user));
  });

  it('admit no look-alike, although the directory takes a KELVIN SIGN for a k', async () => {
    const fake = t.cloud.world.addUser({ name: 'Mar\u212a Oz' });
    t.cloud.world.addUser({ name: 'Ann\u200b Oz' });
    await restart({ allowFrom: ['Mark Oz', 'Ann Oz', fake.userPrincipalName.replace('k', '\u212a')] });
    expect(senders()).toEqual([]);
    const mark = t.cloud.world.addUser({ name: 'MARK Oz' });
    await restart({ allowFrom: ['Mark Oz'] });
    expect(senders()).toEqual([keyOf(mark)]);
  });

  it('admit no one without the permission, and messages are still accepted', async () => {
    t.cloud.app.graphPermissions.clear();
    await restart({ allowFrom: ['Irene Paz'], teams: { Release: {} } });
    expect(senders()).toEqual([]);
    expect(groupOf(t.channel).isExcluded).toBe(true);
    await t.hears('still taken');
  });

  it('are resolved before the first webhook is accepted', async () => {
    await t.bot.stop();
    const slow = { kind: 'delay', ms: 200 } as const;
    t.cloud.faults.requests.all(slow, { when: ({ host }) => host === 'graph' });
    await restart({ allowFrom: ['Irene Paz'] });
    expect(senders()).toEqual([keyOf(t.irene.user)]);
  });
});

describe('names of teams and channels', () => {
  it('are resolved to their ids', async () => {
    const other = t.cloud.world.addChannel(t.channel.team!, { name: 'Other' });
    await restart({ teams: { release: { channels: { WORK: { requireMention: false } } } } });
    expect(groupOf(t.channel)).toMatchObject({ isExcluded: false, requireMention: false });
    expect(groupOf(other).isExcluded).toBe(true);
    await restart({ teams: { 'Release/Work': { replyStyle: 'top-level' } } });
    expect([groupOf(t.channel), groupOf(other)].map(({ isExcluded }) => isExcluded)).toEqual([false, true]);
    await restart({ teams: { Release: {}, 'Release/Work': { requireMention: false } } });
    expect(groupOf(t.channel).requireMention).toBe(false);
    expect(groupOf(other)).toMatchObject({ isExcluded: false, requireMention: true });
  });

  it('match nothing when two teams have the name, or the channel has another', async () => {
    await restart({ teams: { [t.channel.team!.aadGroupId]: { channels: { Elsewhere: {} } } } });
    expect(groupOf(t.channel).isExcluded).toBe(true);
    const likeness = { 'Wor\u212a': {} };
    await restart({ teams: { [t.channel.team!.aadGroupId]: { channels: likeness } } });
    expect(groupOf(t.channel).isExcluded).toBe(true);
    t.cloud.world.addTeam({ name: 'Release', members: [], hasBot: true });
    await restart({ teams: { Release: {} } });
    expect(groupOf(t.channel).isExcluded).toBe(true);
  });
});

describe('targets by name', () => {
  const resolve = (text: string) =>
    t.bot.connector
      .resolveTarget(DEFAULT_ACCOUNT, text)
      .then((place) => place?.conversation)
      .catch((error: unknown) => {
        if (error instanceof TargetUnclear) return error.message;
        throw error;
      });

  it('find a person who has written, when the name is unique', async () => {
    await restart({});
    expect(await resolve('user:Irene Paz')).toBe('the person must write to the bot first');
    await t.hears('hello');
    expect(await resolve('user:irene paz')).toBe(t.irene.chat.id);
    expect(await resolve(`user:${t.irene.user.mail}`)).toBe(t.irene.chat.id);
    expect(await resolve(`workchat:user: ${t.irene.user.userPrincipalName.toUpperCase()}`)).toBe(
      t.irene.chat.id,
    );
    for (const text of ['user:Irene', 'user:', 'user:*']) expect(await resolve(text)).toBeUndefined();

    for (const name of ['Ben Ode', 'Ben Ode', 'Ben Ode']) t.cloud.world.addUser({ name });
    t.cloud.limits.graphPageSize = 1;
    expect(await resolve('user:Ben Ode')).toBe('3 people have that name; use user:<directory object ID>');
    const away = { kind: 'answer', answer: graphProblem(500, 'InternalServerError') } as const;
    t.cloud.faults.requests.next(away, { when: ({ host }) => host === 'graph' });
    expect(await resolve('user:Irene Paz')).toContain('HTTP 500 InternalServerError');
  });

  it('find teams and channels that have written', async () => {
    await restart({});
    const team = t.channel.team!;
    expect(await resolve('Release/Work')).toBeUndefined();
    await t.hears('hello', t.channel);
    await t.hears(
      'and here',
      team.channels.find(({ id }) => id === team.id),
    );
    expect(await resolve('release / WORK')).toBe(t.channel.id);
    expect(await resolve('Release')).toBe(team.id);
    for (const text of ['Release/', '/Work', 'Release/Wor', '']) expect(await resolve(text)).toBeUndefined();
    expect(await resolve('Releas/Work')).toBe('no team has that name');
    t.cloud.world.addChannel(team, { name: 'work' });
    expect(await resolve('Release/Work')).toMatch(/^2 channels/);
    t.cloud.world.addTeam({ name: 'RELEASE', members: [], hasBot: true });
    expect(await resolve('Release/Work')).toMatch(/^2 teams/);
  });

  it('find people only with user:, which the refusal says', async () => {
    await restart({});
    await t.hears('hello');
    expect(await resolve('Irene Paz')).toBe('no team has that name; for a person, use user:Irene Paz');
    const id = t.irene.user.aadObjectId;
    expect(await resolve(id)).toBe(`for a person, use user:${id}`);
  });

  it('are refused without the permission, which the refusal names', async () => {
    t.cloud.app.graphPermissions.clear();
    await restart({});
    await t.hears('hello');
    expect(await resolve('Irene Paz')).toMatch(/Group\.Read\.All.*; for a person, use user:Irene Paz$/);
    expect(await resolve('user:Irene Paz')).toContain('the app needs User.Read.All');
    expect(await resolve('Release/Work')).toContain('the app needs Group.Read.All');
    expect(await resolve(`user:${t.irene.user.aadObjectId}`)).toBe(t.irene.chat.id);
    // A team can be found without access to its channels.
    t.cloud.app.graphPermissions.add('GroupMember.Read.All');
    await restart({});
    for (const name of ['Release', 'Release/Work'])
      expect(await resolve(name)).toContain(
        'the app needs ChannelSettings.Read.Group or Channel.ReadBasic.All',
      );
  });
});
