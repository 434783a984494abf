import { inOpenApi31 } from './openapi-document.js';

const ref = { $ref: '#/components/schemas/Limits' };
const propertiesOf = (properties: object) =>
  (
    inOpenApi31({ schemas: { A: { type: 'object', properties } } }) as never as {
      schemas: { A: { properties: object } };
    }
  ).schemas.A.properties;

it.each([
  ['a type', { type: 'string', nullable: true, maxLength: 9 }, { type: ['string', 'null'], maxLength: 9 }],
  ['a reference', { type: 'object', allOf: [ref], nullable: true }, { anyOf: [ref, { type: 'null' }] }],
  [
    'an enumeration',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'the items of a list',
    { type: 'array', items: { type: 'string', nullable: true } },
    { type: 'array', items: { type: ['string', 'null'] } },
  ],
  ['nothing', { type: 'string' }, { type: 'string' }],
])('says "or null" of %s', (_, given, expected) => {
  expect(propertiesOf({ field: given })).toEqual({ field: expected });
});

it('leaves fields with the names of keywords, and data, as they are', () => {
  const properties = {
    nullable: { type: 'boolean', nullable: true },
    example: { type: 'string', nullable: true, example: { nullable: true }, default: { nullable: true } },
  };
  expect(propertiesOf(properties)).toEqual({
    nullable: { type: ['boolean', 'null'] },
    example: { type: ['string', 'null'], example: { nullable: true }, default: { nullable: true } },
  });
});

it('refuses a schema of which it cannot say that', () => {
  expect(() => propertiesOf({ field: { allOf: [ref, ref], nullable: true } })).toThrow('nullable beside');
});
