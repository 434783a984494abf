import type { GrantCount, Grants } from '../../access-control/index.js';
import type { AccountSettings, ConnectorRegistry } from '../../channels/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment, section, Setting } from '../../config/index.js';
import { type Assistants, ReasonTable } from '../../operator/index.js';
import { checksOf } from '../condition.js';
import { AccountFindings } from './account-findings.js';
import { GrantConditions } from './grant-conditions.js';
import { PolicyConditions } from './policy-conditions.js';

class FakeConfig {
  @Setting({ doc: 'Policy.' }) groupPolicy?: string;
  @Setting({ doc: 'List.', type: 'string[]' }) groupAllowFrom?: string[];
  @Setting({ doc: 'Policy.' }) dmPolicy?: string;
  @Setting({ doc: 'Groups.', type: 'string[]' }) groups?: string[];
}

const NO_ONE = { anyone: false, keys: new Set<string>() };
const EVERYBODY = { anyone: true, keys: new Set<string>() };

interface Case {
  readonly settings?: Partial<AccountSettings>;
  /** `channels.fake` of the file. */
  readonly written?: object;
  readonly usage?: object;
  readonly grants?: readonly GrantCount[];
  readonly isShared?: boolean;
}

function examine(id: string, { settings, written = {}, usage = {}, grants = [], isShared = false }: Case) {
  const account = {
    account: 'default',
    dmPolicy: 'pairing',
    allowFrom: NO_ONE,
    groupPolicy: 'allowlist',
    groupAllowFrom: NO_ONE,
    ...settings,
  } as AccountSettings;
  const connector = { channel: 'fake', accounts: () => [account] };
  const registry = {
    all: () => [connector],
    find: () => connector,
    findAccount: (_: string, name: string) => (name === 'default' ? account : undefined),
  } as unknown as ConnectorRegistry;
  const config = checkConfig(
    [...CORE_SECTIONS, section('channels.fake', FakeConfig)],
    { channels: { fake: written }, usage },
    readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent' }),
  );
  const findings = new AccountFindings(registry, new ReasonTable(registry, { list: [] } as never));
  const granting = { countByAccount: async () => grants } as unknown as Grants;
  const assistants = { isSessionShared: async () => isShared } as unknown as Assistants;
  const checks = checksOf([
    new PolicyConditions(findings, granting, config),
    new GrantConditions(findings, granting, assistants, config),
  ]);
  return checks.find((check) => check.id === id)!.run(AbortSignal.timeout(10_000));
}

const OK = [{ state: 'ok', message: expect.any(String) }];
const granted = (count: number, account = 'default') => [{ channel: 'fake', account, count }];

describe('the check of open policies', () => {
  it('is well with the defaults', async () => expect(await examine('open-policy', {})).toEqual(OK));

  it.each([
    ['dmPolicy open', { dmPolicy: 'open' }, 'everyone may write to fake/default', 'channels.fake.dmPolicy'],
    [
      'a list with everybody',
      { allowFrom: EVERYBODY },
      'everyone may write to fake/default',
      'channels.fake.allowFrom',
    ],
    [
      'groupPolicy open',
      { groupPolicy: 'open' },
      'everyone in the groups of fake/default may write there',
      'channels.fake.groupPolicy',
    ],
    [
      'a list of groups with everybody',
      { groupAllowFrom: EVERYBODY },
      'everyone in the groups of fake/default may write there',
      'channels.fake.groupAllowFrom',
    ],
  ] as const)('warns of %s', async (_, settings, who, setting) => {
    expect(await examine('open-policy', { settings })).toEqual([
      {
        state: 'warning',
        message: `${who}; no budget limits what that costs`,
        setting,
        remedy: expect.stringContaining(setting),
      },
    ]);
  });

  it('says that budgets limit the cost', async () => {
    const usage = { budgets: [{ name: 'each', per: 'sender', tokensPerDay: 1_000 }] };
    expect(await examine('open-policy', { settings: { dmPolicy: 'open' }, usage })).toMatchObject([
      { message: 'everyone may write to fake/default; budgets limit what that costs' },
    ]);
  });
});

describe('the check of empty lists', () => {
  const chosen = { groupPolicy: 'allowlist' };

  it.each([
    ['nothing is chosen', {}],
    [
      'the list has an entry',
      {
        settings: { dmPolicy: 'allowlist', allowFrom: { ...NO_ONE, keys: new Set(['a']) } },
        written: { dmPolicy: 'allowlist' },
      },
    ],
    [
      'a sender has a grant',
      { settings: { dmPolicy: 'allowlist' }, written: { dmPolicy: 'allowlist' }, grants: granted(1) },
    ],
    ['a group has an entry of its own', { written: { ...chosen, groups: ['g'] } }],
    ['groups are off', { settings: { groupPolicy: 'disabled' }, written: { groupPolicy: 'disabled' } }],
  ] as const)('is well when %s', async (_, given) => {
    expect(await examine('empty-allowlist', given as Case)).toEqual(OK);
  });

  it.each([
    [
      'direct messages',
      { settings: { dmPolicy: 'allowlist' }, written: { dmPolicy: 'allowlist' } },
      'channels.fake.allowFrom',
    ],
    ['groups', { written: chosen }, 'channels.fake.groupAllowFrom'],
    ['groups, written down empty', { written: { groupAllowFrom: [] } }, 'channels.fake.groupAllowFrom'],
  ] as const)('warns of the list of %s', async (_, given, setting) => {
    expect(await examine('empty-allowlist', given as Case)).toMatchObject([{ state: 'warning', setting }]);
  });
});

describe('the check of grants', () => {
  it.each([
    ['pairing', 'pairing'],
    ['a list', 'allowlist'],
  ] as const)('is well under %s, where they have their effect', async (_, dmPolicy) => {
    expect(await examine('grants', { settings: { dmPolicy }, grants: granted(2) })).toEqual(OK);
  });

  it('is well for an account that is switched off', async () => {
    const written = { dmPolicy: 'pairing' };
    expect(await examine('grants', { written, grants: granted(1) })).toEqual(OK);
  });

  it.each([
    ['disabled', 'fake/default has 2 grants without effect: no one has access'],
    ['open', 'fake/default has 2 grants without effect: everyone has access, with or without a grant'],
  ] as const)('warns under dmPolicy %s', async (dmPolicy, message) => {
    expect(await examine('grants', { settings: { dmPolicy }, grants: granted(2) })).toMatchObject([
      { state: 'warning', message, setting: 'channels.fake.dmPolicy' },
    ]);
  });

  it('warns of an account that is not configured', async () => {
    expect(await examine('grants', { grants: granted(1, 'gone') })).toMatchObject([
      { state: 'warning', message: 'fake/gone has one grant, and is not configured' },
    ]);
  });
});

describe('the check of the main session', () => {
  it.each([
    [false, 'ok'],
    [true, 'warning'],
  ])('shared by several people: %s, is %s', async (isShared, state) => {
    expect(await examine('dm-scope', { isShared })).toMatchObject([{ state }]);
  });
});
