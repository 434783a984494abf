import { DM_POLICIES } from '../../common/index.js';
import { type DirectMessageCase, judgeDirectMessage } from './sender-policy.js';

const NOBODY = { anyone: false, keys: new Set<string>() };
const stranger: DirectMessageCase = {
  policy: 'pairing',
  allowFrom: NOBODY,
  accessKeys: ['sender:+12025550143', 'chat_id:9'],
  grantedAt: undefined,
  writtenAt: 1_000,
};
const verdict = (change: Partial<DirectMessageCase>) => {
  const result = judgeDirectMessage({ ...stranger, ...change });
  return result.kind === 'refuse' ? result.reason : result.kind;
};

describe('judgeDirectMessage', () => {
  it.each([
    ['pairing', 'pair'],
    ['allowlist', 'not-allowlisted'],
    ['open', 'admit'],
    ['disabled', 'dm-disabled'],
  ] as const)('answers a stranger under %s with %s', (policy, expected) => {
    expect(verdict({ policy })).toBe(expected);
  });

  it.each(DM_POLICIES.filter((policy) => policy !== 'disabled'))(
    'admits the granted and the listed under %s',
    (policy) => {
      expect(verdict({ policy, grantedAt: 1_000 })).toBe('admit');
      expect(verdict({ policy, allowFrom: { anyone: false, keys: new Set(['chat_id:9']) } })).toBe('admit');
      expect(verdict({ policy, allowFrom: { anyone: true, keys: new Set() } })).toBe('admit');
    },
  );

  it('admits nobody when disabled', () => {
    expect(verdict({ policy: 'disabled', grantedAt: 1, allowFrom: { anyone: true, keys: new Set() } })).toBe(
      'dm-disabled',
    );
  });

  it('takes a list of somebody else for no list', () => {
    expect(verdict({ policy: 'allowlist', allowFrom: { anyone: false, keys: new Set(['sender:x']) } })).toBe(
      'not-allowlisted',
    );
  });

  it('refuses a message written before the grant', () => {
    expect(verdict({ grantedAt: 1_001 })).toBe('before-approval');
  });
});
