import { SourceValue } from '../../source/source-value.js';
import type { OpenclawMapping } from '../settings/openclaw-mapping.js';
import { grantsOf } from './grants.js';

const ANN = '+12025550123';
const AAD = '11111111-2222-4333-8444-555555555555';

/** The grants of people who were approved there, and what is left to decide. */
function read(
  channels: object,
  ...approvals: readonly (readonly [channel: string, account: string, entry: string])[]
) {
  const toDo = new Set<string>();
  const state = {
    approvals: approvals.map(([channel, account, entry]) => ({ channel, account, entry })),
    teams: { conversations: [] },
  };
  const m = { parts: { state }, toDo, isBefore: () => false } as unknown as OpenclawMapping;
  const root = new SourceValue(channels);
  const grants = grantsOf(m, { bluebubbles: root.at('bluebubbles'), msteams: root.at('msteams') });
  return { grants, toDo: [...toDo] };
}

describe('a sender whom the peer approved', () => {
  it.each<[string, object, boolean]>([
    ['by default', {}, true],
    ['with pairing in the channel', { dmPolicy: 'pairing' }, true],
    ['with another policy in the channel', { dmPolicy: 'allowlist' }, false],
    [
      'with another policy in the channel and none in the account',
      { dmPolicy: 'open', accounts: { Home: {} } },
      false,
    ],
    [
      'with another policy in the channel and pairing in the account',
      { dmPolicy: 'allowlist', accounts: { Home: { dmPolicy: 'pairing' } } },
      true,
    ],
    [
      'with pairing in the channel and another policy in the account',
      { dmPolicy: 'pairing', accounts: { Home: { dmPolicy: 'disabled' } } },
      false,
    ],
    [
      'with another policy in another account',
      { accounts: { Other: { dmPolicy: 'allowlist' }, Home: {} } },
      true,
    ],
  ])('has access %s: %j', (_, bluebubbles, isLetIn) => {
    const account = 'accounts' in bluebubbles ? 'home' : 'default';
    const { grants, toDo } = read({ bluebubbles }, [
      'bluebubbles',
      account === 'default' ? '' : account,
      ANN,
    ]);
    expect(grants).toEqual(isLetIn ? [{ channel: 'imbridge', account, senderId: ANN }] : []);
    expect(toDo).toEqual(isLetIn ? [] : [expect.stringMatching(/^Decide about .*dmPolicy is not pairing/)]);
  });

  it('has access to the channel where they were approved, once', () => {
    const both = { bluebubbles: { dmPolicy: 'disabled' }, msteams: { dmPolicy: 'pairing' } };
    const { grants, toDo } = read(
      both,
      ['msteams', '', AAD],
      ['msteams', '', AAD.toUpperCase()],
      ['bluebubbles', '', ANN],
    );
    expect(grants).toEqual([{ channel: 'workchat', account: 'default', senderId: AAD }]);
    expect(toDo).toEqual([expect.stringContaining(`Decide about ${ANN}, approved on bluebubbles`)]);
  });

  it('is left to the operator without the account', () => {
    const { grants, toDo } = read(
      { bluebubbles: {} },
      ['bluebubbles', 'gone', ANN],
      ['bluebubbles', '', '*'],
      ['msteams', '', AAD],
    );
    expect(grants).toEqual([]);
    expect(toDo).toEqual([
      expect.stringContaining(`${ANN}, approved on bluebubbles: the configuration has no such account`),
      expect.stringContaining('*, approved on bluebubbles: it does not name a single person'),
      expect.stringContaining(`${AAD}, approved on msteams: the configuration has no such account`),
    ]);
  });
});
