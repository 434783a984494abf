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
  ] as const)('answers an unlisted sender without a grant under %s with %s', (policy, expected) => {
    expect(verdict({ policy })).toBe(expected);
  });

  it.each(DM_POLICIES.filter((policy) => policy !== 'disabled'))(
    'admits a sender with a grant or on the list under %s',
    (policy) => {
      expect(verdict({ policy, grantedAt: 1_000 })).toBe('admit');
      expect(verdict({ policy, allowFrom: { anyone: false, keys: new Set(['chat_id:9']) } })).toBe('admit');
      expect(verdict({ policy, allowFrom: { anyone: true, keys: new Set() } })).toBe('admit');
    },
  );

  it('refuses a sender with a grant and on the list under disabled', () => {
    expect(verdict({ policy: 'disabled', grantedAt: 1, allowFrom: { anyone: true, keys: new Set() } })).toBe(
      'dm-disabled',
    );
  });

  it('refuses a sender whom the list does not name under allowlist', () => {
    expect(verdict({ policy: 'allowlist', allowFrom: { anyone: false, keys: new Set(['sender:x']) } })).toBe(
      'not-allowlisted',
    );
  });

  it('refuses a message written before the grant', () => {
    expect(verdict({ grantedAt: 1_001 })).toBe('before-approval');
  });
});
