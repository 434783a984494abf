import { SCHEMA_CHECKS } from '../../../../simulators/index.js';
import { WIRES } from '../wires.js';
import { adaptedSchema, type SchemaRules } from './adapt-schema.js';
import type { Json } from './json-schema.js';

const text = { type: 'string' };
const FULL: SchemaRules = { form: 'full' };
const PLAIN: SchemaRules = { form: 'plain' };
const of = (schema: Json, rules: SchemaRules = FULL): unknown => {
  const adapted = adaptedSchema(schema, rules);
  return 'schema' in adapted ? adapted.schema : adapted.problem;
};
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('the schema of a tool', () => {
  it.each([FULL, PLAIN])('stays as it is where every vendor takes it (%j)', (rules) => {
    const schema = object(
      {
        city: { ...text, description: 'Where.', maxLength: 80 },
        unit: { ...text, enum: ['c', 'f'], default: 'c' },
        days: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 7 },
        at: object({ lat: { type: 'number' } }, { required: ['lat'] }),
        since: { ...text, format: 'date-time' },
      },
      { required: ['city'] },
    );
    expect(of(schema, rules)).toEqual(schema);
  });

  it('keeps all of JSON Schema in the full form', () => {
    const schema = object(
      {
        id: { type: ['string', 'null'], pattern: '^a', format: 'uri' },
        of: { oneOf: [text, { type: 'number', exclusiveMinimum: 0 }] },
      },
      { additionalProperties: false },
    );
    expect(of(schema)).toEqual(schema);
  });

  it('has the properties of all branches of a union, and needs what each branch needs', () => {
    const schema = {
      ...object({ id: text }, { required: ['id'], additionalProperties: false }),
      oneOf: [
        object({ kind: { const: 'a' }, one: text }, { required: ['kind', 'one'] }),
        object({ kind: { const: 'b' }, two: text, one: { type: 'number' } }, { required: ['kind', 'two'] }),
      ],
    };
    expect(of(schema)).toEqual(
      object(
        { kind: { enum: ['a', 'b'] }, one: { anyOf: [text, { type: 'number' }] }, two: text, id: text },
        { required: ['id', 'kind'], description: 'Also required: one, or two.' },
      ),
    );
  });

  it('needs what any part of an intersection needs', () => {
    const schema = {
      allOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
    };
    expect(of(schema)).toEqual(object({ a: text, b: text }, { required: ['a', 'b'] }));
  });

  it('has what its references name in their place, and an outline where they lead back', () => {
    const schema = {
      ...object({ block: { $ref: '#/$defs/Block', description: 'The first.' } }),
      $defs: { Block: object({ text, next: { $ref: '#/$defs/Block' } }) },
    };
    expect(of(schema)).toEqual(
      object({
        block: { ...object({ text, next: { type: 'object', properties: {} } }), description: 'The first.' },
      }),
    );
  });

  it('keeps properties that are named as keywords are', () => {
    const schema = object({ $ref: text, definitions: object({}), default: text, enum: text, type: text });
    expect(of(schema)).toEqual(schema);
  });

  it('is not longer than its definition by references that repeat', () => {
    const names = Array.from({ length: 30 }, (_, n) => n);
    const schema = {
      ...object({ first: { $ref: '#/$defs/d0' } }),
      $defs: Object.fromEntries(
        names.map((n) => [
          `d${n}`,
          object({ a: { $ref: `#/$defs/d${n + 1}` }, b: { $ref: `#/$defs/d${n + 1}` } }),
        ]),
      ),
    };
    expect(JSON.stringify(of(schema)).length).toBeLessThan(128_000);
  });

  it('is unfit when its branches would repeat without end', () => {
    let schema: Json = text;
    for (let level = 0; level < 30; level++)
      schema = { type: 'array', items: schema, anyOf: [{ minItems: level }, { maxItems: 99 - level }] };
    expect(of(object({ of: schema }), PLAIN)).toBe('its expanded schema is too large');
  });

  it('has `required` where it belongs, without names that are none', () => {
    const schema = object(
      { a: { ...text, required: true }, b: { ...text, required: false }, c: text, required: ['c'] },
      { required: null },
    );
    expect(of(schema)).toEqual(object({ a: text, b: text, c: text }, { required: ['c', 'a'] }));
  });

  it('has one type each in the plain form; a null is left out where nothing is as good', () => {
    const schema = object(
      { a: { type: ['string', 'null'] }, b: { type: ['string', 'null'] }, c: { type: ['string', 'number'] } },
      { required: ['b'] },
    );
    expect(of(schema, PLAIN)).toEqual(
      object(
        {
          a: text,
          b: { anyOf: [text, { type: 'null' }] },
          c: { anyOf: [text, { type: 'number' }] },
        },
        { required: ['b'] },
      ),
    );
  });

  it('tells the model in words what the plain form does not have', () => {
    const schema = object({ url: { ...text, description: 'Where.', format: 'uri', pattern: '^https' } });
    expect(of(schema, PLAIN)).toEqual(
      object({ url: { ...text, description: 'Where. (format: uri) (pattern: ^https)' } }),
    );
  });

  it('is unfit when its arguments are not an object, or a needed one has a name that the vendor refuses', () => {
    expect(of({ type: 'array', items: text })).toBe('its arguments are not an object');
    const rules: SchemaRules = { form: 'full', argumentNames: /^\w+$/ };
    const schema = object({ a: text, 'b[]': text });
    expect(of(schema, rules)).toEqual(object({ a: text }));
    expect(of({ ...schema, required: ['b[]'] }, rules)).toMatch('whose name the model does not accept');
  });

  it.each(WIRES.map(({ type, schemas }) => ({ type, schemas })))(
    'is one that the vendors of $type take, whatever it was',
    ({ type, schemas }) => {
      const check = SCHEMA_CHECKS[type as keyof typeof SCHEMA_CHECKS];
      for (let seed = 0; seed < 3_000; seed++) {
        const adapted = adaptedSchema(nonsense(seed), schemas);
        if ('schema' in adapted) check(adapted.schema);
      }
    },
  );
});

const KEYS = [
  'type',
  'properties',
  'items',
  'required',
  'anyOf',
  'oneOf',
  'allOf',
  'enum',
  'const',
  '$ref',
  '$defs',
  'description',
  'format',
  'pattern',
  'additionalProperties',
  'prefixItems',
  'minimum',
  'not',
  'a[]',
];
const VALUES = [
  'object',
  'array',
  'string',
  'null',
  'x',
  '#',
  '#/$defs/type',
  true,
  false,
  null,
  3,
  ['string', 'null'],
];
/** A schema of any nonsense, in the words of JSON Schema. */
function nonsense(seed: number): Json {
  let state = seed;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const any = (depth: number): unknown => {
    const kind = depth === 0 ? 0 : below(4);
    if (kind < 2) return VALUES[below(VALUES.length)];
    return kind === 2 ? schema(depth - 1) : Array.from({ length: below(4) }, () => any(depth - 1));
  };
  const schema = (depth: number): Json =>
    Object.fromEntries(Array.from({ length: 1 + below(5) }, () => [KEYS[below(KEYS.length)]!, any(depth)]));
  return schema(6);
}
