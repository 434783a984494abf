import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { profile } from '../../src/data-api/profile/profile.js';
import { profileOptions } from '../../src/data-api/processors/profile-options.js';

interface Schema {
  readonly properties: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<
          Record<string, { readonly examples?: Record<string, { value: { error: { details: string } } }> }>
        >;
      }
    >
  >;
}

const file = join(import.meta.dirname, '../../openapi/data-api.v1.json');
const { schemas } = (
  JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Record<string, Schema> } }
).components;

/** The examples of the fields that have one. */
const examplesOf = (name: string) =>
  Object.fromEntries(
    Object.entries(schemas[name]!.properties)
      .filter(([, { example }]) => example !== undefined)
      .map(([field, { example }]) => [field, example]),
  );

it('the contract’s example of a result is what its example of a request gives', () => {
  const { input_data: input } = examplesOf('ProcessRequest') as { input_data: string };
  const outcome = profile({ input, ...profileOptions(examplesOf('ProcessOptions')) });
  expect(outcome).toMatchObject({
    kind: 'done',
    output: {
      ...examplesOf('ProfileOutput'),
      csv: { ...examplesOf('CsvProfile'), columns: [{ name: 'name' }, examplesOf('ColumnProfile')] },
    },
  });
  expect(Buffer.byteLength(input)).toBe(examplesOf('ProcessResult').input_bytes);
});

describe.each(['data-api.v1', 'admin.v1'])('the contract %s', (name) => {
  const path = join(import.meta.dirname, `../../openapi/${name}.json`);
  const { paths, components } = JSON.parse(readFileSync(path, 'utf8')) as Contract;
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  const examples = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) =>
      Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value.error.details),
    ),
  );

  it('takes no secret for a JWT', () => {
    const schemes = Object.values(components.securitySchemes);
    expect(schemes).toEqual([{ type: 'http', scheme: 'bearer', description: expect.any(String) }]);
  });

  it('says that every operation may find no database', () => {
    expect(operations.filter(({ responses }) => !('503' in responses))).toEqual([]);
  });

  it('gives real answers of that operation as examples', () => {
    const count = (details: string) => examples.filter((each) => each === details).length;
    const isAdmin = name === 'admin.v1';
    expect(count('Authorization must be Bearer <API key>')).toBe(isAdmin ? 0 : operations.length);
    expect(count('input_data is required')).toBe(isAdmin ? 0 : 1);
    expect(count('Idempotency-Key was used with another body')).toBe(1);
  });
});
