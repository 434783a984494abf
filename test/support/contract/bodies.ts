import fc, { type Arbitrary } from 'fast-check';
import type { Contract, JsonSchema, Operation } from './contract.js';

export const often = <T>(weight: number, arbitrary: Arbitrary<T>) => ({ weight, arbitrary });

export const ANY_TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\0', '\ud800', '💥'),
);
const ANY_JSON = fc.jsonValue({ maxDepth: 3 }) as Arbitrary<unknown>;

/** A value that matches a schema. */
export function valid(contract: Contract, schema: JsonSchema): Arbitrary<unknown> {
  const { anyOf, ...facts } = contract.resolve(schema);
  const choices = anyOf?.map((each) => (each.type === 'null' ? fc.constant(null) : valid(contract, each)));
  if (choices) return fc.oneof(...choices);
  const [type, ...more] = [facts.type].flat();
  const value = validOf(contract, { ...facts, type });
  return more.includes('null') ? fc.option(value, { freq: 8 }) : value;
}

function validOf(contract: Contract, { properties, items, ...facts }: JsonSchema): Arbitrary<unknown> {
  if (Array.isArray(facts.enum)) return fc.constantFrom(...(facts.enum as unknown[]));
  if (properties) {
    const fields = Object.entries(properties).map(([name, each]) => [name, valid(contract, each)]);
    const requiredKeys = (facts.required ?? []) as never[];
    return fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>, { requiredKeys });
  }
  if (facts.type === 'boolean') return fc.boolean();
  if (facts.type === 'object') return objectLike(facts.example);
  if (facts.type === 'array')
    return fc.uniqueArray(valid(contract, items as JsonSchema), { minLength: 1, maxLength: 3 });
  if (facts.type === 'integer')
    return fc.integer({ min: Number(facts.minimum ?? 0), max: Number(facts.maximum ?? 2 ** 31 - 1) });
  if (facts.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const maxLength = Math.min(200, Number(facts.maxLength ?? 200));
  const text = fc.string({ minLength: Number(facts.minLength ?? 0), maxLength });
  return facts.example === undefined ? text : fc.oneof(text, fc.constant(facts.example));
}

/** An object of any fields, often the example. */
function objectLike(example: unknown): Arbitrary<unknown> {
  const any = fc.dictionary(ANY_TEXT, ANY_JSON, { maxKeys: 3 });
  return example === undefined ? any : fc.oneof(any, fc.constant(example));
}

/** The same value with one fault: a field added, missing, or of another type. */
const nearlyValid = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(value, ANY_TEXT, ANY_JSON, fc.nat(3)).map(([whole, name, other, how]) => {
    if (typeof whole !== 'object' || whole === null) return other;
    const entries = Object.entries(whole);
    if (how === 0) return Object.fromEntries([...entries, [name, other]]);
    if (how === 1) return Object.fromEntries(entries.slice(1));
    if (how === 2) return Object.fromEntries(entries.map(([field, old], at) => [field, at ? old : other]));
    return Object.fromEntries(entries.map(([field, old]) => [field, old === null ? other : { [name]: old }]));
  });

const HOSTILE = fc.oneof(
  fc.constant(`{"input_data":"${'x'.repeat(1_100_000)}"}`),
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '"x"',
    '{"input_data":',
    '\u00ef\u00bb\u00bf{}',
    '\0',
    '{"__proto__":{"a":1}}',
  ),
  fc.constantFrom(
    '{"input_data":"a","input_data":"b"}',
    '{"input_data":"\\u0000\\ud800"}',
    '{"input_data":"\u00ff"}',
  ),
  fc
    .integer({ min: 20, max: 5_000 })
    .map((depth) => `{"input_data":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc.integer({ min: 5_000, max: 20_000 }).map((many) => `{"input_data":[${'1,'.repeat(many)}1]}`),
  fc.integer({ min: 1_000, max: 300_000 }).map((many) => `{"input_data":"${'x,\\n'.repeat(many)}"}`),
  fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw).toString('latin1')),
  ANY_JSON.map((value) => bytesOf(value)),
);

/** Bodies for an operation, as bytes (latin 1): valid, nearly valid, invalid, or none. */
export function bodiesOf(contract: Contract, { body }: Operation): Arbitrary<string> {
  if (!body) return fc.oneof(often(9, fc.constant('')), often(1, HOSTILE));
  const good = valid(contract, body);
  return fc.oneof(
    often(6, good.map(bytesOf)),
    often(4, nearlyValid(good).map(bytesOf)),
    often(2, HOSTILE),
    often(1, fc.constant('')),
  );
}

const bytesOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('latin1');
