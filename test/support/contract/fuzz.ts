import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { type RunningGateway, startGateway } from '../../../src/gateway.js';
import { borrowDatabase, type EmptyDatabase } from '../postgres-databases.js';
import { type RawAnswer, rawHttp } from '../raw-http.js';
import type { Contract } from './contract.js';
import { type FuzzKeys, type FuzzRequest, requestsOf } from './requests.js';

/**
 * `FUZZ_REQUESTS=10000` is the acceptance run, with new random requests (`FUZZ_SEED` repeats a run); the usual run
 * makes fewer, and always the same.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
export const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? Date.now() % 1_000_000 : 1));
const BATCH = 250;
/** The number of requests that should produce every kind of answer. */
const ENOUGH = 1_000;
const AT_ONCE = 16;
const LARGE = 65_536;
const TOKEN = 'the-owner-token-of-the-fuzz-test';
/** Caches fill, and the heap size varies between collections; a leak of 10 KB per request is far larger. */
const HEAP_SLACK_MB = 40;

export const FUZZED_ON = ['sqlite', 'postgres'] as const;
type Dialect = (typeof FUZZED_ON)[number];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
}

/** The fields of answers that tests look at. */
type Answered = Record<'id' | 'key' | 'token' | 'delivery_id', string>;

/** A gateway that gets random requests of one contract, each with one of some keys or tokens. */
export class ContractFuzz<K extends string> {
  /** The secrets by kind; a kind without one sends none. */
  readonly secrets = new Map<K, string>([]);
  /** Resources that the test itself needs, so no request learns of them. */
  readonly spared = new Set<string>();
  private readonly stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-fuzz-'));
  private readonly known: string[] = [];
  private readonly statuses = new Map<number, number>();
  private readonly faults: string[] = [];
  private lost = 0;
  private gateway!: RunningGateway;
  private database: EmptyDatabase | undefined;

  constructor(
    private readonly contract: Contract,
    private readonly keys: FuzzKeys<K>,
    private readonly dialect: Dialect,
  ) {}

  async start(settings: object = {}): Promise<void> {
    const edge = { port: 0, trustedProxies: ['127.0.0.1/32'] };
    const config = { logging: { level: 'silent' }, gateway: edge, ...settings };
    writeFileSync(join(this.stateDir, 'gatehouse.json'), JSON.stringify(config));
    if (this.dialect === 'postgres') this.database = await borrowDatabase();
    const { stateDir: GATEHOUSE_STATE_DIR } = this;
    const env = { GATEHOUSE_STATE_DIR, GATEHOUSE_ADMIN_TOKEN: TOKEN, DATABASE_URL: this.database?.url };
    this.gateway = await startGateway({ env });
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.database?.release();
    rmSync(this.stateDir, { recursive: true });
  }

  /** Calls `/admin/v1` as the owner. */
  async admin(method: string, path: string, body?: object): Promise<Answered> {
    const response = await fetch(`${this.gateway.url}/admin/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return (text === '' ? {} : JSON.parse(text)) as Answered;
  }

  /** Makes an id one that requests name. */
  knows(id: string): void {
    this.known.push(id);
  }

  /** Expects that the contract tells every answer, that none is a 500, and that these statuses came. */
  async run(expected: readonly number[]): Promise<void> {
    const total = this.dialect === 'sqlite' ? REQUESTS : REQUESTS / 4;
    let heapAtFirst = 0;
    for (let begin = 0; begin < total; begin += BATCH) {
      await this.runBatch(begin, total);
      if (begin < total / 4) heapAtFirst = heapMb();
    }
    const grown = heapMb() - heapAtFirst;
    const heap = `heap ${heapAtFirst.toFixed()} MB ${grown.toFixed(1)} MB`;
    const statuses = JSON.stringify([...this.statuses].sort());
    if (process.env.FUZZ_REQUESTS) console.log(this.dialect, total, statuses, heap);
    expect(this.faults.slice(0, 5)).toEqual([]);
    expect(this.statuses.get(500) ?? 0).toBe(0);
    // The requests must have produced every status, or they cover too little.
    if (total >= ENOUGH)
      expect([...this.statuses.keys()].sort()).toEqual(expect.arrayContaining([...expected]));
    expect(grown).toBeLessThan(HEAP_SLACK_MB);
  }

  private async runBatch(begin: number, total: number): Promise<void> {
    const options = { numRuns: BATCH, seed: SEED + begin };
    const next = fc.sample(requestsOf(this.contract, this.keys), options).entries();
    const worker = async () => {
      for (const [at, request] of next) await this.check(request, begin + at, total);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  private async check(request: FuzzRequest<K>, at: number, total: number): Promise<void> {
    const { path, answer } = await this.send(request, at);
    // The connection reset after a refused large body can overtake the answer.
    if (Number.isNaN(answer.status) && request.body.length > LARGE && ++this.lost < total / 50) return;
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const found = this.contract.faultsOf(request.method, path, answer);
    if (found.length === 0) return;
    const what = JSON.stringify({ ...request, path, answer });
    this.faults.push(`${found.join('; ')}: ${what.slice(0, 1_500)}`);
  }

  private async send({ method, target, key, headers, body, length }: FuzzRequest<K>, at: number) {
    const path = target.replaceAll('{known}', (_, before: number) =>
      this.idAfter(target.slice(0, before), at),
    );
    const secret = this.secrets.get(key);
    const lines = [
      'Host: gateway.example',
      'Connection: close',
      ...(at % 50 === 0 ? [] : ['X-Forwarded-Proto: https']),
      `X-Forwarded-For: ${addressOf(key, at)}`,
      ...(secret === undefined ? [] : [`Authorization: Bearer ${secret}`]),
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === '' && length === undefined ? [] : [`Content-Length: ${length ?? body.length}`]),
    ];
    const text = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
    const port = Number(new URL(this.gateway.url).port);
    const answer = await rawHttp(port, text, { end: (length ?? 0) > body.length });
    this.learn(answer);
    return { path, answer };
  }

  /** An id of the resource that the path names, if there is one. */
  private idAfter(path: string, at: number): string {
    const kind = KIND_OF[path.split('/').at(-2) ?? ''] ?? '';
    const right = this.known.filter((id) => id.startsWith(kind));
    const from = right.length > 0 ? right : this.known;
    return from[at % from.length] ?? 'none';
  }

  /** Ids from answers are used in later requests; the resources that the test needs are excluded. */
  private learn({ status, body }: RawAnswer): void {
    const id = status < 300 ? /"id":"([a-z]{3,4}_[0-9a-z]{26})"/.exec(body)?.[1] : undefined;
    if (id === undefined || this.spared.has(id)) return;
    if (this.known.length < 50) this.known.push(id);
    else this.known[1 + (body.length % 49)] = id;
  }
}

/** The beginnings of ids, by the name of their resource. */
const KIND_OF: Readonly<Record<string, string>> = {
  deliveries: 'dlv_',
  grants: 'grt_',
  keys: 'key_',
  pairings: 'pair_',
  polls: 'poll_',
  process: 'dpr_',
  tokens: 'tok_',
  users: 'usr_',
};

/** Everybody has an address of their own, except guessers: they share one, until it has to wait. */
const addressOf = (key: string, at: number): string =>
  key === 'guessed' ? '203.0.113.1' : `198.51.${(at >> 4) & 255}.${at & 255}`;
