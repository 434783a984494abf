import { BridgeSimulator } from '../../simulators/index.js';
import { Contract } from '../support/contract/contract.js';
import { ContractFuzz, FUZZED_ON, SEED } from '../support/contract/fuzz.js';

const ROLES = ['owner', 'operator', 'viewer'] as const;
/** `guessed`: wrong tokens from one address; so often that every run reaches the limit of guesses, whatever its routes. */
const TOKENS = [...ROLES, 'revoked', 'guessed', 'guessed', 'none'] as const;
type TokenKind = (typeof TOKENS)[number];
/** Wrong tokens come twice as often as others: their address must reach the limit of failures. */
const OTHERS: readonly TokenKind[] = [...TOKENS, 'guessed'];

const STRANGERS = [400, 401, 404, 405, 429];
/** The statuses that so many requests produce, most of them with that token. */
const EXPECTED: readonly (readonly [TokenKind, readonly number[]])[] = [
  ['owner', [...STRANGERS, 200, 201, 204, 403, 409, 412, 413, 415]],
  // Bodies that are too large are few; the run before has them.
  ['operator', [...STRANGERS, 200, 201, 204, 403, 409, 412, 415]],
  ['viewer', [...STRANGERS, 200, 403]],
  ['none', STRANGERS],
];

describe.each(FUZZED_ON)('the contract of the admin API on %s', (dialect) => {
  const contract = Contract.of('admin.v1');
  let bridge: BridgeSimulator;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2] });
  });
  afterAll(() => bridge.stop());

  it.each(EXPECTED)(
    `has each answer to random requests, most with the token: %s (seed ${SEED})`,
    async (usual, expected) => {
      const fuzz = new ContractFuzz<TokenKind>(contract, { usual, all: OTHERS }, dialect);
      await fuzz.start({ channels: { imbridge: { serverUrl: bridge.url, password: bridge.password } } });
      try {
        for (const role of ROLES) fuzz.secrets.set(role, (await makeToken(fuzz, role)).token);
        const { id, token } = await makeToken(fuzz, 'operator');
        await fuzz.admin('DELETE', `/tokens/${id}`);
        fuzz.secrets.set('revoked', token).set('guessed', 'a-wrong-token');
        for (let n = 0; n < 5; n++) {
          const sender = { channel: 'imbridge', sender_id: `+1202555015${n}` };
          fuzz.knows((await fuzz.admin('POST', '/users', { email: `robin${n}@example.com` })).id);
          fuzz.knows((await fuzz.admin('POST', '/grants', sender)).id);
          fuzz.knows((await fuzz.admin('POST', '/tokens', { role: 'viewer' })).id);
        }
        // One that is not dead: a retry of it conflicts, in every run.
        const message = { channel: 'imbridge', target: '+12025550150', message: 'hello' };
        fuzz.knows((await fuzz.admin('POST', '/messages', message)).delivery_id);
        await fuzz.run(expected);
      } finally {
        await fuzz.stop();
      }
    },
    300_000,
  );

  async function makeToken(fuzz: ContractFuzz<TokenKind>, role: string) {
    const made = await fuzz.admin('POST', '/tokens', { role });
    fuzz.spared.add(made.id);
    return made;
  }
});
