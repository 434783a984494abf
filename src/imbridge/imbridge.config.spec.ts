import {
  checkConfig,
  ConfigInvalidError,
  CORE_SECTIONS,
  type GatehouseConfig,
  readEnvironment,
} from '../config/index.js';
import { ALL_ACTIONS } from './settings/actions-config.js';
import { imbridgeIsComplete, settingsFrom } from './account/accounts.js';
import { IMBRIDGE_CONFIG } from './imbridge.config.js';
import { toAccountSettings } from './settings/settings.js';

const load = (imbridge?: unknown, more = {}): GatehouseConfig =>
  checkConfig([...CORE_SECTIONS, IMBRIDGE_CONFIG], { channels: { imbridge, ...more } }, readEnvironment({}), [
    imbridgeIsComplete,
  ]);
const settings = (imbridge?: unknown, more = {}) => settingsFrom(load(imbridge, more));
const problems = (imbridge: unknown): readonly string[] => {
  try {
    settings(imbridge);
  } catch (error) {
    if (error instanceof ConfigInvalidError)
      return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
};
const ONE = { serverUrl: 'http://mac.local:1234', password: 'p1' };
const PATH = 'channels.imbridge';

it('no account exists without the section, or when it is disabled', () => {
  expect(settings()).toEqual([]);
  expect(settings({})).toEqual([]);
  expect(settings({ dmPolicy: null })).toEqual([]);
  expect(settings({ ...ONE, enabled: false })).toEqual([]);
});

it('an account has the defaults of the specification', () => {
  expect(settings(ONE)).toEqual([
    {
      account: 'default',
      settingPath: expect.any(Function),
      ...ONE,
      webhookSecret: 'p1',
      webhookPath: '/imbridge-webhook',
      webhookUrl: undefined,
      trustLocalhost: true,
      dmPolicy: 'pairing',
      allowFrom: [],
      groupPolicy: 'allowlist',
      groupAllowFrom: [],
      doubts: [],
      groups: {},
      blockStreaming: false,
      historyLimit: undefined,
      mediaMaxBytes: 8 * 1024 * 1024,
      sendReadReceipts: true,
      textChunkLimit: 4000,
      chunkMode: 'length',
      textFormatting: 'auto',
      dmHistoryLimit: undefined,
      sendTimeoutMs: 200_000,
      catchUpIntervalMs: 180_000,
      maxAgeMs: 3_600_000,
      actions: ALL_ACTIONS,
    },
  ]);
});

it('every key of the specification is accepted', () => {
  const actions = ['reactions', 'edit', 'unsend', 'reply', 'sendWithEffect', 'renameGroup', 'setGroupIcon'];
  const more = ['addParticipant', 'removeParticipant', 'leaveGroup', 'sendAttachment'];
  const all = {
    ...ONE,
    enabled: true,
    webhookPath: '/hook',
    dmPolicy: 'open',
    allowFrom: ['+12025550143', 'a@b.example', 'chat_id:7', 'chat_guid:iMessage;-;+12025550143', '*'],
    groupPolicy: 'open',
    groupAllowFrom: ['a@b.example'],
    groups: { '*': { requireMention: true }, 'iMessage;-;chat12': { requireMention: false } },
    sendReadReceipts: false,
    blockStreaming: true,
    textChunkLimit: 100,
    chunkMode: 'newline',
    textFormatting: 'off',
    mediaMaxMb: 1.5,
    historyLimit: 0,
    dmHistoryLimit: 0,
    actions: Object.fromEntries([...actions, ...more].map((name) => [name, false])),
    webhookSecret: 's',
    trustLocalhost: false,
    defaultRegion: 'US',
    sendTimeoutMs: 300_000,
    catchUp: { intervalMs: 1_000, maxAgeMinutes: 5 },
  };
  expect(problems(all)).toEqual([]);
  const [account] = settings(all);
  expect(account).toMatchObject({
    webhookSecret: 's',
    region: 'US',
    catchUpIntervalMs: 1_000,
    maxAgeMs: 300_000,
  });
  expect(toAccountSettings(account!)).toMatchObject({
    dmPolicy: 'open',
    text: { chunkLimit: 100, chunkMode: 'newline' },
    dmHistoryLimit: 0,
    allowFrom: { anyone: true },
  });
});

it('an account overrides the top level, key by key', () => {
  const accounts = {
    a: { password: 'pa', dmPolicy: 'open', textFormatting: 'off', catchUp: { intervalMs: 5_000 } },
    b: { serverUrl: 'http://other:1', webhookSecret: 'sb', allowFrom: ['*'] },
    off: { enabled: false },
  };
  const [a, b, ...rest] = settings({ ...ONE, dmPolicy: 'disabled', catchUp: { maxAgeMinutes: 1 }, accounts });
  expect(rest).toEqual([]);
  expect(a).toMatchObject({
    account: 'a',
    serverUrl: ONE.serverUrl,
    password: 'pa',
    webhookSecret: 'pa',
    dmPolicy: 'open',
    textFormatting: 'off',
  });
  expect(a).toMatchObject({ catchUpIntervalMs: 5_000, maxAgeMs: 60_000 });
  expect(b).toMatchObject({
    account: 'b',
    password: 'p1',
    webhookSecret: 'sb',
    dmPolicy: 'disabled',
    textFormatting: 'auto',
    allowFrom: ['*'],
  });
});

it('the group policy of channels.defaults applies when the account has none', () => {
  expect(settings(ONE, { defaults: { groupPolicy: 'open' } })[0]?.groupPolicy).toBe('open');
  const own = { ...ONE, groupPolicy: 'disabled' };
  expect(settings(own, { defaults: { groupPolicy: 'open' } })[0]?.groupPolicy).toBe('disabled');
});

it.each([
  [{ enabled: true }, [`${PATH}.serverUrl: is required`, `${PATH}.password: is required`]],
  [{ dmPolicy: 'pairing' }, [`${PATH}.serverUrl: is required`, `${PATH}.password: is required`]],
  [
    { trustLocalhost: true, allowFrom: [] },
    [`${PATH}.serverUrl: is required`, `${PATH}.password: is required`],
  ],
  [{ dmPolicy: 'open' }, [`${PATH}.serverUrl: is required`, `${PATH}.password: is required`]],
  [{ ...ONE, serverUrl: 'mac.local' }, [expect.stringContaining(`${PATH}.serverUrl: `)]],
  [{ ...ONE, serverUrl: 'http://h/?password=x' }, [expect.stringContaining(`${PATH}.serverUrl: `)]],
  [{ ...ONE, webhookPath: 'hook' }, [expect.stringContaining(`${PATH}.webhookPath: must begin with /`)]],
  [{ ...ONE, webhookPath: '/:id' }, [expect.stringContaining(`${PATH}.webhookPath: `)]],
  [{ ...ONE, webhookPath: '/Admin/x' }, [`${PATH}.webhookPath: is reserved for the gateway itself`]],
  [
    { ...ONE, webhookPath: '/x/../admin' },
    [`${PATH}.webhookPath: must not contain //, or . or .. as a segment`],
  ],
  [{ ...ONE, webhookUrl: 'gate' }, [expect.stringContaining(`${PATH}.webhookUrl: must be an http`)]],
  ...['http://203.0.113.7', 'http://172.32.0.1', 'http://[2001:db8::1]', 'http://gate.example.org'].map(
    (webhookUrl): [object, unknown[]] => [
      { ...ONE, webhookUrl },
      [`${PATH}.webhookUrl: must be https, because only private addresses and local names may be http`],
    ],
  ),
  [{ ...ONE, webhookPath: '/x//y' }, [`${PATH}.webhookPath: must not contain //, or . or .. as a segment`]],
  [{ ...ONE, dmPolicy: 'all' }, [expect.stringContaining(`${PATH}.dmPolicy: `)]],
  [{ ...ONE, allowFrom: ['a@b', 'chat_id:x'] }, [`${PATH}.allowFrom[1]: chat_id needs a whole number`]],
  [
    { ...ONE, groupAllowFrom: ['2025550143'] },
    [expect.stringContaining(`${PATH}.groupAllowFrom[0]: is a national`)],
  ],
  [{ ...ONE, defaultRegion: 'XX' }, [expect.stringContaining(`${PATH}.defaultRegion: `)]],
  [{ ...ONE, groups: { '?': {} } }, [`${PATH}.groups: keys must be chat guids or *`]],
  [
    { ...ONE, groups: { '*': { toolsBySender: { '+12025550143': {}, 'chat_id:7': {} } } } },
    [`${PATH}.groups.*.toolsBySender: keys must be senders or *`],
  ],
  [
    { ...ONE, groups: { '*': { tools: { deny: ['message.ract'] } } } },
    [
      `${PATH}.groups["*"].tools.deny: item 0 must be *, message or one of its actions, mcp, mcp.<server> or mcp.<server>.<tool>, did you mean "message.react"?`,
    ],
  ],
  [
    { ...ONE, groups: { '*': { toolsBySender: { '*': { alsoAllow: ['*', 'shell'] } } } } },
    [
      `${PATH}.groups["*"].toolsBySender["*"].alsoAllow: item 1 must be *, message or one of its actions, mcp, mcp.<server> or mcp.<server>.<tool>`,
    ],
  ],
  [{ ...ONE, textChunkLimit: 0 }, [expect.stringContaining(`${PATH}.textChunkLimit: `)]],
  [{ ...ONE, textFormatting: 'on' }, [expect.stringContaining(`${PATH}.textFormatting: `)]],
  [
    { ...ONE, accounts: { a: { textFormatting: true } } },
    [expect.stringContaining(`${PATH}.accounts.a.textFormatting: `)],
  ],
  [{ ...ONE, sendTimeoutMs: 1 }, [expect.stringContaining(`${PATH}.sendTimeoutMs: `)]],
  [{ ...ONE, catchUp: { intervalMs: 1 } }, [expect.stringContaining(`${PATH}.catchUp.intervalMs: `)]],
  [{ ...ONE, nonsense: 1 }, [expect.stringContaining(`${PATH}.nonsense: unknown setting`)]],
  [{ ...ONE, password: 7 }, [expect.stringContaining(`${PATH}.password: must be a string`)]],
  [{ accounts: { a: { password: 'p' } } }, [`${PATH}.accounts.a.serverUrl: is required`]],
  [
    { ...ONE, accounts: { a: {}, b: { webhookPath: '/imbridge-webhook' } } },
    [`${PATH}.accounts.b.webhookSecret: another account has the same webhook path and secret`],
  ],
])('%j is refused', (imbridge, expected) => {
  expect(problems(imbridge)).toEqual(expected);
});

it.each([
  'http://10.1.2.3:80',
  'http://172.31.0.1',
  'http://[fd00::1]',
  'http://mac-mini',
  'http://gate.local',
  'https://gate.example.org',
])('the webhook may be reached at %s', (webhookUrl) => expect(problems({ ...ONE, webhookUrl })).toEqual([]));

it.each([
  [{ webhookSecret: 'so', password: 'po' }, 'so'],
  [{ password: 'po' }, 'st'],
  [{}, 'st'],
])('the webhook secret with %j is the account’s own, else that of the top level', (own, secret) => {
  expect(settings({ ...ONE, webhookSecret: 'st', accounts: { a: own } })[0]?.webhookSecret).toBe(secret);
});

it('two accounts that inherit one webhook secret on one path are refused', () => {
  const accounts = { a: { password: 'pa' }, b: { password: 'pb' } };
  expect(problems({ ...ONE, webhookSecret: 'st', accounts })).toEqual([
    `${PATH}.accounts.b.webhookSecret: another account has the same webhook path and secret`,
  ]);
  expect(problems({ ...ONE, accounts })).toEqual([]);
});

it('two webhook secrets that differ in outer white space count as the same', () => {
  const accounts = { a: { webhookSecret: 'st' }, b: { webhookSecret: ' st\n' } };
  expect(problems({ ...ONE, accounts })).toEqual([
    `${PATH}.accounts.b.webhookSecret: another account has the same webhook path and secret`,
  ]);
});

it('an account that sets one action inherits the others from the top level', () => {
  const accounts = {
    a: { actions: { edit: false } },
    b: { webhookPath: '/b', actions: { reactions: true } },
  };
  const [a, b] = settings({ ...ONE, actions: { reactions: false }, accounts });
  expect(a?.actions).toEqual({ ...ALL_ACTIONS, reactions: false, edit: false });
  expect(b?.actions).toEqual(ALL_ACTIONS);
});

it('two accounts may share a path or a secret', () => {
  const accounts = { a: {}, b: { webhookPath: '/b' }, c: { webhookSecret: 'c' } };
  expect(problems({ ...ONE, accounts })).toEqual([]);
});

it.each([
  [{ ...ONE, password: undefined }, `${PATH}.password: `],
  [{ ...ONE, password: '' }, `${PATH}.password: `],
  [{ ...ONE, password: '  ' }, `${PATH}.password: `],
  [{ ...ONE, webhookSecret: '' }, `${PATH}.webhookSecret: `],
  [{ ...ONE, webhookSecret: ' ' }, `${PATH}.webhookSecret: `],
  [{ ...ONE, accounts: { a: { webhookSecret: '' } } }, `${PATH}.accounts.a.webhookSecret: `],
])('CVE-2026-32896: %j has no secret, and is refused', (imbridge, path) => {
  expect(problems(imbridge)).toEqual([expect.stringContaining(path)]);
});

it('problems never contain a secret', () => {
  expect(
    JSON.stringify(problems({ ...ONE, password: 's3cret-value', accounts: { a: {}, b: {} } })),
  ).not.toContain('s3cret');
});

describe('an allowlist entry that no sender can match', () => {
  const doubts = (imbridge: object) =>
    settings({ ...ONE, ...imbridge }).map((each) => toAccountSettings(each).doubts);
  const NO_PERSON = 'must be a phone number with + and country code, an e-mail address or a chat';

  it.each([
    ['Robin Smith-Johnson', 'no sender matches it'],
    ['+49 30', 'no sender matches it'],
    ['robin@', 'no sender matches it'],
    ['Robin', 'only an SMS service with that name matches it'],
  ])('is reported by its path: %s', (entry, matched) => {
    expect(doubts({ allowFrom: ['+12025550143', entry] })).toEqual([
      [`${PATH}.allowFrom[1] ${NO_PERSON} (${matched})`],
    ]);
  });

  it.each(['*', '+1 (202) 555-0143', 'imbridge:robin@example.org', '24365', 'chat_id:7', 'sms:+12025550143'])(
    '%s is not reported as one',
    (entry) => expect(doubts({ allowFrom: [entry], groupAllowFrom: [entry] })).toEqual([[]]),
  );

  it('is reported where it is written: in the account, or at the top level', () => {
    const accounts = { home: { allowFrom: ['Robin'] }, work: { webhookPath: '/work' } };
    expect(doubts({ allowFrom: ['Ann'], accounts })).toEqual([
      [expect.stringMatching(/^channels\.imbridge\.accounts\.home\.allowFrom\[0\] /)],
      [expect.stringMatching(/^channels\.imbridge\.allowFrom\[0\] /)],
    ]);
  });
});
