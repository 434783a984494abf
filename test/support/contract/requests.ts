import fc, { type Arbitrary } from 'fast-check';
import { ANY_TEXT, bodiesOf, often } from './bodies.js';
import type { Contract, Operation } from './contract.js';

/** The keys of requests; the test defines them. */
export const KEYS = ['good', 'narrow', 'spent', 'revoked', 'expired', 'unknown', 'garbled', 'none'] as const;
export type KeyKind = (typeof KEYS)[number];

/** A request to be sent unchanged. Texts are bytes (latin 1). */
export interface FuzzRequest {
  readonly method: string;
  /** `{known}` is replaced by an existing id. */
  readonly target: string;
  readonly key: KeyKind;
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

function targets({ path }: Operation): Arbitrary<string> {
  const right = ID.map((id) => path.replace(/\{\w+\}/, () => id));
  const more = fc.constantFrom(
    '/',
    '//',
    '/x',
    '?q=%00',
    '?__proto__[a]=1',
    '/../admin/v1/x',
    '%00',
    '.json',
  );
  const others = fc.constantFrom('/v1', '/V1/USERS/x', '/v1/nothing', '/v1//users/x', '/v1/users/', '/v1/%');
  return fc.oneof(
    often(9, right),
    often(
      1,
      fc.tuple(right, more).map(([target, end]) => target + end),
    ),
    often(1, others),
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'X'];

const header = (names: readonly string[], values: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));

const ODD_HEADERS = fc.oneof(
  header(
    ['Content-Type'],
    [
      ...['text/plain', 'application/json; charset=utf-16', 'application/JSON;charset="UTF-8"', ''],
      ...['application/json, text/plain', 'application/vnd.api+json', '*/*', 'multipart/form-data'],
    ],
  ),
  header(['Content-Encoding'], ['gzip', 'br', 'deflate', 'identity', 'zstd', 'x']),
  header(['Idempotency-Key'], ['a', 'b', 'c', '', ' ', 'x'.repeat(256), '\u00e9']),
  fc.tuple(fc.constant('Idempotency-Key'), fc.stringMatching(/^[!-~]{1,40}$/)),
  header(['Prefer'], ['respond-async', 'RESPOND-ASYNC; wait=5', 'wait=1', ',,', 'respond-async, x']),
  header(['Accept', 'Expect', 'Range', 'If-None-Match', 'Cookie'], ['*', 'x', 'bytes=0-1']),
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

/** Requests that match the contract's operations, nearly match, or do not match. */
export function requestsOf(contract: Contract): Arbitrary<FuzzRequest> {
  const ofOne = (operation: Operation) =>
    fc.record({
      method: fc.oneof(often(12, fc.constant(operation.method)), often(1, fc.constantFrom(...METHODS))),
      target: targets(operation),
      key: fc.oneof(often(8, fc.constant<KeyKind>('good')), often(3, fc.constantFrom(...KEYS))),
      headers: HEADERS,
      body: bodiesOf(contract, operation),
      length: fc.oneof(often(40, fc.constant(undefined)), often(1, fc.constantFrom(0, 1, 5, 99))),
    });
  return fc.oneof(...contract.operations.map(ofOne));
}
