import type { ConversationId } from '../../channels/index.js';
import {
  checkConfig,
  ConfigInvalidError,
  CORE_SECTIONS,
  type GatehouseConfig,
  readEnvironment,
} from '../../config/index.js';
import { WORKCHAT_CONFIG, settingsFrom } from './workchat.config.js';
import { isSameConnection, toAccountSettings } from './settings.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const TENANT = 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854';
const ANN = '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30';
const GROUP_ID = 'e4c8b1d7-6a52-4f93-8e0b-1d7c3a9f5b26';
const TEAM = '19:team@thread.tacv2';
const CREDENTIALS = { appId: APP, appPassword: 'pw', tenantId: TENANT };

const configOf = (workchat: object | undefined, env = {}, others: object = {}): GatehouseConfig =>
  checkConfig(
    [...CORE_SECTIONS, WORKCHAT_CONFIG],
    { channels: { ...(workchat ? { workchat } : {}), ...others } },
    readEnvironment(env),
  );

function problemsOf(workchat: object): readonly string[] {
  try {
    configOf(workchat);
  } catch (error) {
    if (error instanceof ConfigInvalidError)
      return error.problems.map(({ path, message }) => `${path} ${message}`);
  }
  return [];
}

const settingsOf = (workchat: object = {}, others: object = {}) =>
  settingsFrom(configOf({ ...CREDENTIALS, ...workchat }, {}, others))!;
const accountOf = (workchat: object = {}, others: object = {}) =>
  toAccountSettings(settingsOf(workchat, others), {
    groupOf: (team) => (team === TEAM ? GROUP_ID : undefined),
  });
const place = (id: string, team?: string) => ({
  id: id as ConversationId,
  kind: 'channel' as const,
  ...(team === undefined ? {} : { team }),
});

it('settings have the defaults of the specification', () => {
  expect(settingsOf()).toMatchObject({
    webhook: { host: '127.0.0.1', port: 3978, path: '/api/messages' },
    dmPolicy: 'pairing',
    groupPolicy: 'allowlist',
    requireMention: true,
    replyStyle: 'thread',
    cloud: { graphUrl: 'https://graph.microsoft.com', isOwn: false },
  });
  expect(accountOf()).toMatchObject({ text: { chunkLimit: 4_000, chunkMode: 'length' }, configWrites: true });
});

it('settings are absent without credentials, which can come from environment variables', () => {
  expect(settingsFrom(configOf(undefined))).toBeUndefined();
  expect(settingsFrom(configOf({ ...CREDENTIALS, enabled: false }))).toBeUndefined();
  const env = { WORKCHAT_APP_ID: APP, WORKCHAT_APP_PASSWORD: 'pw', WORKCHAT_TENANT_ID: TENANT };
  expect(settingsFrom(configOf(undefined, env))?.credentials).toMatchObject(CREDENTIALS);
  const typed = { ...CREDENTIALS, appId: APP.toUpperCase() };
  expect(settingsFrom(configOf(typed))?.credentials.appId).toBe(APP.toLowerCase());
  expect(settingsFrom(configOf({ enabled: false }, env))).toBeUndefined();
});

it.each([
  [
    { enabled: true },
    ['appId', 'appPassword', 'tenantId'].map((key) => `channels.workchat.${key} is required`),
  ],
  [{ appId: APP }, ['appPassword', 'tenantId'].map((key) => `channels.workchat.${key} is required`)],
  [{ dmPolicy: 'open' }, []],
  [{ ...CREDENTIALS, appId: 'x' }, [expect.stringMatching(/^channels\.workchat\.appId must be an ID/)]],
  [{ ...CREDENTIALS, nonsense: 1 }, ['channels.workchat.nonsense unknown setting']],
  [
    { ...CREDENTIALS, webhook: { port: 70_000 } },
    [expect.stringMatching(/^channels\.workchat\.webhook\.port /)],
  ],
  [
    { ...CREDENTIALS, cloud: 'mars' },
    ['channels.workchat.cloud must be an object or one of public, usgov, china; it is "mars"'],
  ],
  [{ ...CREDENTIALS, groupAllowFrom: [' '] }, ['channels.workchat.groupAllowFrom[0] is empty']],
  [{ ...CREDENTIALS, dms: { 'Ann Lee': {} } }, ['channels.workchat.dms keys must be directory object IDs']],
  [
    { ...CREDENTIALS, teams: { [TEAM]: { channels: { x: { toolsBySender: { Ann: {} } } } } } },
    [`channels.workchat.teams.${TEAM}.channels.x.toolsBySender keys must be directory object IDs or *`],
  ],
  [
    { ...CREDENTIALS, auth: { type: 'certificate' } },
    [
      'channels.workchat.auth.certificateFile is required if type is certificate',
      'channels.workchat.auth.privateKeyFile is required if type is certificate',
    ],
  ],
  [
    { appId: APP, tenantId: TENANT, auth: { type: 'federated' } },
    ['channels.workchat.auth.tokenFile or managedIdentityClientId is required if type is federated'],
  ],
  [{ appId: APP, tenantId: TENANT, auth: { type: 'managed-identity' } }, []],
])('the settings %j are checked', (workchat, problems) => {
  expect(problemsOf(workchat)).toEqual(problems);
});

it('http is accepted for a custom cloud on loopback only', () => {
  const cloud = {
    loginUrl: 'http://127.0.0.1:1',
    openIdMetadataUrl: 'http://127.0.0.1:1/keys',
    tokenIssuer: 'https://api.botframework.com',
    oauthScope: 'https://api.botframework.com',
    graphUrl: 'http://graph.example.org',
    serviceUrlHosts: [],
  };
  expect(problemsOf({ ...CREDENTIALS, cloud })).toEqual([
    'channels.workchat.cloud.graphUrl must be https (http on loopback only)',
    'channels.workchat.cloud.serviceUrlHosts must name at least one host',
  ]);
});

describe('the allowlists', () => {
  it('hold ids; a name counts only after the directory has found it', () => {
    const allowFrom = [ANN.toUpperCase(), `user:29:abc`, 'Ben Ito', 'ben@northwind.example'];
    expect([...accountOf({ allowFrom }).allowFrom.keys]).toEqual([`sender:${ANN}`, 'sender:29:abc']);
    expect(accountOf({ allowFrom: ['*'] }).allowFrom.anyone).toBe(true);
  });

  it('of groups fall back to those of direct messages when absent, not when empty', () => {
    expect(accountOf({ allowFrom: [ANN] }).groupAllowFrom.keys.size).toBe(1);
    expect(accountOf({ allowFrom: [ANN], groupAllowFrom: [] }).groupAllowFrom.keys.size).toBe(0);
  });

  it('use the group policy of channels.defaults when the account has none', () => {
    const others = { defaults: { groupPolicy: 'open' } };
    expect(accountOf({}, others).groupPolicy).toBe('open');
    expect(accountOf({ groupPolicy: 'disabled' }, others).groupPolicy).toBe('disabled');
  });

  it('the history limit of a direct message can be set for each person', () => {
    const dms = { [ANN.toUpperCase()]: { historyLimit: 3 } };
    expect(accountOf({ dms }).dmHistoryLimits).toEqual(new Map([[ANN, 3]]));
  });
});

describe('the rules for teams and channels', () => {
  const excluded = (teams: object, where: ReturnType<typeof place>) =>
    accountOf({ teams }).group(where).isExcluded;
  const CHANNEL = '19:Chan@thread.tacv2';
  const OTHER_GROUP = '0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f';

  it.each([
    ['none are listed', {}, place(CHANNEL, TEAM), false],
    ['the team', { [TEAM]: {} }, place(CHANNEL, TEAM), false],
    ['the team by its old spelling', { '19:team@thread.skype': {} }, place(CHANNEL, TEAM), false],
    ['the team by a link’s spelling', { [`${TEAM};messageid=1`]: {} }, place(CHANNEL, TEAM), false],
    ['the team by its directory group', { [GROUP_ID.toUpperCase()]: {} }, place(CHANNEL, TEAM), false],
    [
      'the team by the group that its event has',
      { [OTHER_GROUP]: {} },
      { ...place(CHANNEL, '19:new@thread.tacv2'), teamAlias: OTHER_GROUP },
      false,
    ],
    ['another team', { '19:other@thread.tacv2': {} }, place(CHANNEL, TEAM), true],
    ['the team by an unresolved name', { Release: {} }, place(CHANNEL, TEAM), true],
    ['the channel', { [TEAM]: { channels: { [CHANNEL]: {} } } }, place(CHANNEL, TEAM), false],
    ['another channel', { [TEAM]: { channels: { '19:x@thread.tacv2': {} } } }, place(CHANNEL, TEAM), true],
    ['every channel', { [TEAM]: { channels: { '*': {} } } }, place(CHANNEL, TEAM), false],
    ['every team', { '*': {} }, place('19:crew@thread.v2'), false],
    ['a team, and this is a group chat', { [TEAM]: {} }, place('19:crew@thread.v2'), true],
    ['a team by a prototype’s name', { [TEAM]: {} }, place(CHANNEL, 'constructor'), true],
  ])('decide whether a channel is excluded: %s', (_, teams, where, isExcluded) => {
    expect(excluded(teams, where)).toBe(isExcluded);
  });

  it('take requireMention from the nearest level', () => {
    const teams = {
      [TEAM]: { requireMention: false, channels: { [CHANNEL]: { requireMention: true }, '*': {} } },
    };
    const { group } = accountOf({ teams });
    expect(group(place(CHANNEL, TEAM)).requireMention).toBe(true);
    expect(group(place('19:y@thread.tacv2', TEAM)).requireMention).toBe(false);
    expect(accountOf({ requireMention: false }).group(place('19:crew@thread.v2')).requireMention).toBe(false);
  });

  it("take tools from the nearest level, and a sender's own tools before those of all", () => {
    const [mine, hers, all, team] = [['react'], ['edit'], ['unsend'], ['card']].map((deny) => ({
      deny: deny.map((d) => `message.${d}`),
    }));
    const group = (channel: object) =>
      accountOf({
        teams: { [TEAM]: { tools: team, toolsBySender: { [ANN]: hers }, channels: { [CHANNEL]: channel } } },
      }).group(place(CHANNEL, TEAM));
    expect(group({})).toMatchObject({ tools: team, toolsBySender: { [`sender:${ANN}`]: hers } });
    expect(group({ tools: all })).toMatchObject({ tools: all, toolsBySender: {} });
    expect(group({ toolsBySender: { [ANN]: mine } })).toMatchObject({
      tools: team,
      toolsBySender: { [`sender:${ANN}`]: mine },
    });
    expect(group({ toolsBySender: { '*': all } }).toolsBySender).toEqual({
      '*': expect.objectContaining(all!),
    });
  });
});

describe('the path of a setting in force', () => {
  const pathOf = (workchat: object, name: string, id = '19:general@thread.tacv2') =>
    accountOf(workchat).settingPath?.(name, place(id, TEAM));

  it.each([
    [{}, 'account.dmPolicy', 'channels.workchat.dmPolicy'],
    [{}, 'account.groupPolicy', 'channels.defaults.groupPolicy'],
    [{ groupPolicy: 'open' }, 'account.groupPolicy', 'channels.workchat.groupPolicy'],
    // A list of their own would shut out everybody whom `allowFrom` lets in.
    [{}, 'account.groupAllowFrom', 'channels.workchat.allowFrom'],
    [{ groupAllowFrom: [ANN] }, 'account.groupAllowFrom', 'channels.workchat.groupAllowFrom'],
    [{}, 'place.list', 'channels.workchat.teams'],
    [{}, 'place.requireMention', 'channels.workchat.requireMention'],
    [
      { teams: { [GROUP_ID]: { requireMention: false } } },
      'place.requireMention',
      `channels.workchat.teams["${GROUP_ID}"].requireMention`,
    ],
    [
      { teams: { [TEAM]: { channels: { '19:general@thread.tacv2': { requireMention: true } } } } },
      'place.requireMention',
      `channels.workchat.teams["${TEAM}"].channels["19:general@thread.tacv2"].requireMention`,
    ],
    [
      { teams: { '*': { requireMention: true } } },
      'place.requireMention',
      'channels.workchat.teams["*"].requireMention',
    ],
  ])('of %j: %s is %s', (workchat, name, path) => {
    expect(pathOf(workchat, name)).toBe(path);
  });
});

describe('the connection of an account', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ dmPolicy: 'open', allowFrom: ['*'] }, true],
    [{ appId: GROUP_ID }, false],
    [{ appPassword: 'another' }, false],
    [{ tenantId: ANN }, false],
    [{ cloud: 'usgov' }, false],
    [{ webhook: { host: '127.0.0.2' } }, false],
    [{ webhook: { port: 4_000 } }, false],
    [{ webhook: { path: '/another' } }, false],
  ])('with the change %j is the same: %s', (change, isSame) => {
    expect(isSameConnection(settingsOf(change), settingsOf())).toBe(isSame);
  });
});
