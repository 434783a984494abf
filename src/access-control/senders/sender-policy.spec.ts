import { DM_POLICIES } from '../../common/index.js';
import {
  dependsOnGrant,
  type DirectMessageCase,
  type GroupMessageCase,
  judgeDirectMessage,
  judgeGroupMessage,
} from './sender-policy.js';

const NO_ONE = { anyone: false, keys: new Set<string>() };
const stranger: DirectMessageCase = {
  policy: 'pairing',
  allowFrom: NO_ONE,
  accessKeys: ['sender:+12025550143', 'chat_id:9'],
  grantedAt: undefined,
  writtenAt: 1_000,
};
const LISTED = { anyone: false, keys: new Set(['chat_id:9']) };
const EVERYONE = { anyone: true, keys: new Set<string>() };
const wordFor = (result: ReturnType<typeof judgeDirectMessage>) =>
  result.kind === 'pair' ? 'pair' : `${result.kind}: ${result.reason}`;
const verdict = (change: Partial<DirectMessageCase>) =>
  wordFor(judgeDirectMessage({ ...stranger, ...change }));

describe('judgeDirectMessage', () => {
  it.each([
    ['pairing', 'pair'],
    ['allowlist', 'refuse: not-allowlisted'],
    ['open', 'admit: policy-open'],
    ['disabled', 'refuse: dm-disabled'],
  ] as const)('answers an unlisted sender without a grant under %s with %s', (policy, expected) => {
    expect(verdict({ policy })).toBe(expected);
  });

  it.each(DM_POLICIES.filter((policy) => policy !== 'disabled'))(
    'admits a sender with a grant or on the list under %s',
    (policy) => {
      const granted = policy === 'open' ? 'admit: policy-open' : 'admit: granted';
      expect(verdict({ policy, grantedAt: 1_000 })).toBe(granted);
      for (const allowFrom of [LISTED, EVERYONE])
        expect(verdict({ policy, allowFrom })).toBe('admit: listed');
    },
  );

  it('refuses a sender with a grant and on the list under disabled', () => {
    expect(verdict({ policy: 'disabled', grantedAt: 1, allowFrom: EVERYONE })).toBe('refuse: dm-disabled');
  });

  it('refuses a sender whom the list does not name under allowlist', () => {
    expect(verdict({ policy: 'allowlist', allowFrom: { anyone: false, keys: new Set(['sender:x']) } })).toBe(
      'refuse: not-allowlisted',
    );
  });

  it('refuses a message written before the grant', () => {
    expect(verdict({ grantedAt: 1_001 })).toBe('refuse: before-approval');
  });
});

it.each([
  ['pairing', NO_ONE, true],
  ['allowlist', NO_ONE, true],
  ['open', NO_ONE, false],
  ['disabled', NO_ONE, false],
  ['pairing', LISTED, false],
  ['allowlist', EVERYONE, false],
] as const)('under %s, with the list %j, a grant matters: %s', (policy, allowFrom, expected) => {
  expect(dependsOnGrant({ ...stranger, policy, allowFrom })).toBe(expected);
});

it.each<[Partial<GroupMessageCase>, string]>([
  [{ policy: 'disabled', groupAllowFrom: EVERYONE }, 'refuse: groups-disabled'],
  [{ policy: 'open', isOff: true, groupAllowFrom: EVERYONE }, 'refuse: group-off'],
  [{ policy: 'open', isExcluded: true }, 'admit: policy-open'],
  [{ isExcluded: true, groupAllowFrom: EVERYONE }, 'refuse: group-not-listed'],
  [{}, 'refuse: not-allowlisted'],
  [{ groupAllowFrom: LISTED }, 'admit: listed'],
  [{ groupAllowFrom: EVERYONE }, 'admit: listed'],
])('a message in a group with %j: %s', (change, expected) => {
  const { accessKeys } = stranger;
  const message = { policy: 'allowlist', groupAllowFrom: NO_ONE, accessKeys, isExcluded: false } as const;
  expect(wordFor(judgeGroupMessage({ ...message, ...change }))).toBe(expected);
});
