import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { profile } from '../../src/data-api/profile/profile.js';
import { profileOptions } from '../../src/data-api/profile/profile-options.js';

interface Schema {
  readonly properties: Readonly<Record<string, { readonly example?: unknown }>>;
}

const file = join(import.meta.dirname, '../../openapi/data-api.v1.json');
const { schemas } = (
  JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Record<string, Schema> } }
).components;

/** The example of each field that has one of its own. */
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
