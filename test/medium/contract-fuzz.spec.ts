import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { newKey } from '../../src/access-control/keys/api-key.js';
import { type RunningGateway, startGateway } from '../../src/gateway.js';
import { Contract } from '../support/contract/contract.js';
import { type FuzzRequest, type KeyKind, requestsOf } from '../support/contract/requests.js';
import { borrowDatabase, type EmptyDatabase } from '../support/postgres-databases.js';
import { type RawAnswer, rawHttp } from '../support/raw-http.js';

/**
 * `FUZZ_REQUESTS=10000` is the acceptance run, with new random requests (`FUZZ_SEED` repeats a run); the usual run
 * makes fewer, and always the same.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? Date.now() % 1_000_000 : 1));
const BATCH = 250;
/** The number of requests that should produce every kind of answer. */
const ENOUGH = 1_000;
const AT_ONCE = 16;
const LARGE = 65_536;
const TOKEN = 'the-owner-token-of-the-fuzz-test';
const PLENTY = 1_000_000_000;
/** Caches fill, and the heap size varies between collections; a leak of 10 KB per request is far larger. */
const HEAP_SLACK_MB = 40;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
}

describe.each(['sqlite', 'postgres'] as const)('the contract of the Data API on %s', (dialect) => {
  const contract = Contract.ofDataApi();
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-fuzz-'));
  const keys = new Map<KeyKind, string>();
  const known: string[] = [];
  const spared = new Set<string>();
  let gateway: RunningGateway;
  let database: EmptyDatabase | undefined;
  let port: number;

  beforeAll(async () => {
    const config = { logging: { level: 'silent' }, gateway: { port: 0, trustedProxies: ['127.0.0.1/32'] } };
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
    if (dialect === 'postgres') database = await borrowDatabase();
    const env = { GATEHOUSE_STATE_DIR: stateDir, GATEHOUSE_ADMIN_TOKEN: TOKEN, DATABASE_URL: database?.url };
    gateway = await startGateway({ env });
    port = Number(new URL(gateway.url).port);
    await makeKeys();
  });
  afterAll(async () => {
    await gateway.stop();
    await database?.release();
    rmSync(stateDir, { recursive: true });
  });

  async function admin(method: string, path: string, body?: object): Promise<{ id: string; key: string }> {
    const response = await fetch(`${gateway.url}/admin/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return (text === '' ? {} : JSON.parse(text)) as { id: string; key: string };
  }

  async function makeKeys(): Promise<void> {
    const user = await admin('POST', '/users', { email: 'robin@example.com' });
    known.push(user.id);
    const make = async (kind: KeyKind, wanted: object) => {
      const { id, key } = await admin('POST', `/users/${user.id}/keys`, wanted);
      keys.set(kind, key);
      spared.add(id);
      return id;
    };
    await make('good', { limits: { per_minute: PLENTY, per_hour: PLENTY, per_day: PLENTY } });
    await make('narrow', { scopes: ['users:read'], limits: { per_minute: PLENTY, per_hour: PLENTY } });
    await make('spent', { limits: { per_minute: 1 } });
    await admin('DELETE', `/users/${user.id}/keys/${await make('revoked', {})}`);
    const end = Date.now() + 300;
    await make('expired', { expires_at: new Date(end).toISOString() });
    keys.set('unknown', newKey()).set('garbled', 'gh_no key');
    while (Date.now() <= end) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async function send({ method, target, key, headers, body, length }: FuzzRequest, at: number) {
    const id = known[at % known.length]!;
    const path = target.replace('{known}', id);
    const secret = keys.get(key);
    const lines = [
      ...['Host: gateway.example', 'Connection: close'],
      ...(at % 50 === 0 ? [] : ['X-Forwarded-Proto: https']),
      `X-Forwarded-For: 198.51.${(at >> 4) & 255}.${at & 255}`,
      ...(secret === undefined ? [] : [`Authorization: Bearer ${secret}`]),
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === '' && length === undefined ? [] : [`Content-Length: ${length ?? body.length}`]),
    ];
    const text = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
    const answer = await rawHttp(port, text, { end: (length ?? 0) > body.length });
    learn(answer);
    return { path, answer };
  }

  /** Ids from answers are used in later requests; the keys that the test needs are excluded. */
  function learn({ status, body }: RawAnswer): void {
    const id = status < 300 ? /"id":"([a-z]{3}_[0-9a-z]{26})"/.exec(body)?.[1] : undefined;
    if (id === undefined || spared.has(id)) return;
    if (known.length < 50) known.push(id);
    else known[1 + (body.length % 49)] = id;
  }

  it(`tells every answer (seed ${SEED})`, async () => {
    const total = dialect === 'sqlite' ? REQUESTS : REQUESTS / 4;
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let heapAtFirst = 0;
    let lost = 0;
    const check = async (request: FuzzRequest, at: number) => {
      const { path, answer } = await send(request, at);
      // The connection reset after a refused large body can overtake the answer.
      if (Number.isNaN(answer.status) && request.body.length > LARGE && ++lost < total / 50) return;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const found = contract.faultsOf(request.method, path, answer);
      if (found.length > 0)
        faults.push(`${found.join('; ')}: ${JSON.stringify({ ...request, path, answer }).slice(0, 1_500)}`);
    };
    for (let begin = 0; begin < total; begin += BATCH) {
      const batch = fc.sample(requestsOf(contract), { numRuns: BATCH, seed: SEED + begin });
      const next = batch.entries();
      const worker = async () => {
        for (const [at, request] of next) await check(request, begin + at);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      if (begin < total / 4) heapAtFirst = heapMb();
    }
    const grown = heapMb() - heapAtFirst;
    if (process.env.FUZZ_REQUESTS)
      console.log(
        dialect,
        total,
        JSON.stringify([...statuses].sort()),
        `heap ${heapAtFirst.toFixed()} MB ${grown.toFixed(1)} MB`,
      );
    expect(faults.slice(0, 5)).toEqual([]);
    expect(statuses.get(500) ?? 0).toBe(0);
    // The requests must have produced every status, or they cover too little.
    const all = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 413, 415, 429];
    if (total >= ENOUGH) expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining(all));
    expect(grown).toBeLessThan(HEAP_SLACK_MB);
  }, 300_000);
});
