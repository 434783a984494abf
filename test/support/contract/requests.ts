import fc, { type Arbitrary } from 'fast-check';
import { ANY_TEXT, bodiesOf, often, valid } from './bodies.js';
import type { Contract, Operation } from './contract.js';

/** A request to be sent unchanged. Texts are bytes (latin 1). */
export interface FuzzRequest<K extends string> {
  readonly method: string;
  /** `{known}` is replaced by an existing id. */
  readonly target: string;
  /** The kind of the key or token; the test knows each. */
  readonly key: K;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Overrides the length of the body. */
  readonly length: number | undefined;
}

const ID = fc.oneof(
  often(5, fc.constant('{known}')),
  often(2, fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)),
  often(
    2,
    ANY_TEXT.map((text) => encodeURIComponent(text.toWellFormed())),
  ),
  often(
    1,
    fc.constantFrom('%00', '%ff', '%c3%2', '..', '%2e%2e%2fetc', '%', 'a'.repeat(65), 'a'.repeat(9_000)),
  ),
  often(
    1,
    fc.constantFrom('a'.repeat(20_000), "'%20or%201=1", '{id}', '%F0%9F%A6%8A', 'x?a=1&a[b]=2', 'x#y'),
  ),
);

/** Queries of an operation: valid ones, wrong ones, and parameters that it does not have. */
function queries(contract: Contract, { query }: Operation): Arbitrary<string> {
  const one = ({ name, schema }: Operation['query'][number]) =>
    fc
      .oneof(often(3, valid(contract, schema)), often(1, ANY_TEXT))
      .map((value) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`);
  const unknown = often(1, fc.constantFrom('?q=%00', '?__proto__[a]=1', '?limit=', '?'));
  const none = often(6, fc.constant(''));
  if (query.length === 0) return fc.oneof(none, unknown);
  const known = fc.array(fc.oneof(...query.map(one)), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    none,
    often(
      6,
      known.map((each) => `?${each.join('&')}`),
    ),
    unknown,
  );
}

function targets(contract: Contract, operation: Operation): Arbitrary<string> {
  const { prefix } = contract;
  const right = ID.map((id) => operation.path.replace(/\{\w+\}/g, () => id));
  const more = fc.constantFrom('/', '//', '/x', '/../admin/v1/x', '%00', '.json');
  const others = ['', '/nothing', '//users/x', '/users/', '/%'].map((end) => prefix + end);
  return fc.oneof(
    often(
      9,
      fc.tuple(right, queries(contract, operation)).map(([target, query]) => target + query),
    ),
    often(
      1,
      fc.tuple(right, more).map(([target, end]) => target + end),
    ),
    often(1, fc.constantFrom(...others, `${prefix.toUpperCase()}/USERS/x`)),
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'X'];

const header = (names: readonly string[], values: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));

const ODD_HEADERS = fc.oneof(
  header(
    ['Content-Type'],
    [
      'text/plain',
      'application/json; charset=utf-16',
      'application/JSON;charset="UTF-8"',
      '',
      'application/json, text/plain',
      'application/vnd.api+json',
      '*/*',
      'multipart/form-data',
    ],
  ),
  header(['Content-Encoding'], ['gzip', 'br', 'deflate', 'identity', 'zstd', 'x']),
  header(['Idempotency-Key'], ['a', 'b', 'c', '', ' ', 'x'.repeat(256), '\u00e9']),
  fc.tuple(fc.constant('Idempotency-Key'), fc.stringMatching(/^[!-~]{1,40}$/)),
  header(['Prefer'], ['respond-async', 'RESPOND-ASYNC; wait=5', 'wait=1', ',,', 'respond-async, x']),
  header(['Accept', 'Expect', 'Range', 'If-None-Match', 'Cookie'], ['*', 'x', 'bytes=0-1']),
  header(['If-Match', 'Last-Event-ID'], ['*', '"x"', 'W/"x", "y"', '', 'x'.repeat(200)]),
  header(['Authorization', 'X-Forwarded-Proto', 'Forwarded', 'Host'], ['Bearer', 'http', 'x;;=', '']),
);

const ASYNC = [
  ['Content-Type', 'application/json'],
  ['Prefer', 'respond-async'],
] as const;

const HEADERS = fc.oneof(
  often(1, fc.constant(ASYNC)),
  often(6, fc.constant([['Content-Type', 'application/json'] as const])),
  often(
    3,
    fc
      .array(ODD_HEADERS, { maxLength: 3 })
      .map((odd) => [['Content-Type', 'application/json'] as const, ...odd]),
  ),
  often(1, fc.array(ODD_HEADERS, { maxLength: 3 })),
);

/** Values that make a difference; of other headers any value does. */
const TELLING: Readonly<Record<string, string>> = { 'If-Match': '"x"', Prefer: 'respond-async' };

/** Any headers, and often one that the operation takes. */
function headersFor({ headers }: Operation): Arbitrary<FuzzRequest<string>['headers']> {
  if (headers.length === 0) return HEADERS;
  const own = fc.constantFrom(...headers.map(({ name }) => [name, TELLING[name] ?? 'a'] as const));
  const withOwn = fc.tuple(HEADERS, own).map(([any, one]) => [...any, one]);
  return fc.oneof(HEADERS, withOwn);
}

/** The kinds of keys or tokens: most requests have the usual one. */
export interface FuzzKeys<K extends string> {
  readonly usual: K;
  readonly all: readonly K[];
}

/** Requests that match the contract's operations, nearly match, or do not match. */
export function requestsOf<K extends string>(
  contract: Contract,
  { usual, all }: FuzzKeys<K>,
): Arbitrary<FuzzRequest<K>> {
  const ofOne = (operation: Operation): Arbitrary<FuzzRequest<K>> =>
    fc.record({
      method: fc.oneof(often(12, fc.constant(operation.method)), often(1, fc.constantFrom(...METHODS))),
      target: targets(contract, operation),
      key: fc.oneof(often(8, fc.constant(usual)), often(3, fc.constantFrom(...all))),
      headers: headersFor(operation),
      body: bodiesOf(contract, operation),
      length: fc.oneof(often(40, fc.constant(undefined)), often(1, fc.constantFrom(0, 1, 5, 99))),
    });
  return fc.oneof(...contract.operations.map(ofOne));
}
