import { newKey } from '../../src/access-control/keys/api-key.js';
import { Contract } from '../support/contract/contract.js';
import { ContractFuzz, FUZZED_ON, SEED } from '../support/contract/fuzz.js';

const PLENTY = 1_000_000_000;

const KEYS = ['good', 'narrow', 'spent', 'revoked', 'expired', 'unknown', 'garbled', 'none'] as const;

describe.each(FUZZED_ON)('the contract of the Data API on %s', (dialect) => {
  const fuzz = new ContractFuzz(Contract.of('data-api.v1'), { usual: 'good', all: KEYS }, dialect);

  beforeAll(async () => {
    await fuzz.start();
    await makeKeys();
  });
  afterAll(() => fuzz.stop());

  async function makeKeys(): Promise<void> {
    const user = await fuzz.admin('POST', '/users', { email: 'robin@example.com' });
    fuzz.knows(user.id);
    const make = async (kind: (typeof KEYS)[number], wanted: object) => {
      const { id, key } = await fuzz.admin('POST', `/users/${user.id}/keys`, wanted);
      fuzz.secrets.set(kind, key);
      fuzz.spared.add(id);
      return id;
    };
    await make('good', { limits: { per_minute: PLENTY, per_hour: PLENTY, per_day: PLENTY } });
    await make('narrow', { scopes: ['users:read'], limits: { per_minute: PLENTY, per_hour: PLENTY } });
    await make('spent', { limits: { per_minute: 1 } });
    await fuzz.admin('DELETE', `/users/${user.id}/keys/${await make('revoked', {})}`);
    const end = Date.now() + 300;
    await make('expired', { expires_at: new Date(end).toISOString() });
    fuzz.secrets.set('unknown', newKey()).set('garbled', 'gh_no key');
    while (Date.now() <= end) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  it(
    `has every answer (seed ${SEED})`,
    () => fuzz.run([200, 201, 202, 204, 400, 401, 403, 404, 405, 413, 415, 422, 429]),
    300_000,
  );
});
