import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_STATUS } from '../../src/common/index.js';
import { profile } from '../../src/data-api/profile/profile.js';
import { profileOptions } from '../../src/data-api/processors/profile.processor.js';

interface Schema {
  readonly properties: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface Contract {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: unknown;
  readonly schema: { readonly example?: unknown };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers: Readonly<Record<string, { readonly required: boolean }>>;
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

it('the example result in the contract is what the example request gives', () => {
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

it('the guide lists every error code with its status', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/data-api.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` +\| (\d+) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(ERROR_STATUS);
});

describe.each(['data-api.v1', 'admin.v1'])('the contract %s', (name) => {
  const path = join(import.meta.dirname, `../../openapi/${name}.json`);
  const contract = JSON.parse(readFileSync(path, 'utf8')) as Contract;
  const { paths, components } = contract;
  const isAdmin = name === 'admin.v1';
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  const examples = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) =>
      Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value.error.details),
    ),
  );

  it('has paths without the version, which is in its server address', () => {
    const prefix = isAdmin ? '/admin/v1' : '/v1';
    expect(contract.servers.map(({ url }) => url)).toEqual([prefix]);
    expect(Object.keys(paths).filter((each) => /\/v\d/.test(each))).toEqual([]);
  });

  it('gives every operation a name of its own', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every tag, and no other', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(new Set(contract.tags.map(({ name: tag }) => tag))).toEqual(used);
    expect(contract.tags.filter(({ description }) => !/^[A-Z].{9,}\.$/.test(description))).toEqual([]);
  });

  it('requires the headers of each answer that always has them', () => {
    const required = (status: string) => [
      'X-Request-Id',
      ...(status === '401' ? ['WWW-Authenticate'] : []),
      ...(status === '429' ? ['Retry-After'] : []),
    ];
    const silent = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { headers }]) =>
        required(status)
          .filter((header) => headers[header]?.required !== true)
          .map((header) => [operationId, status, header]),
      ),
    );
    expect(silent).toEqual([]);
    const may = (status: string, header: string) =>
      operations.filter(({ responses }) => responses[status] && !(header in responses[status].headers));
    expect([may('503', 'Retry-After'), may('415', 'Accept-Encoding')]).toEqual([[], []]);
  });

  it('has answers for a body that is invalid, too large or of another type', () => {
    const reading = operations.filter(({ requestBody }) => requestBody);
    expect(reading.length).toBeGreaterThan(1);
    const faults = ['400', '413', '415'];
    expect(reading.filter(({ responses }) => !faults.every((status) => status in responses))).toEqual([]);
  });

  it('lists every code with its status', () => {
    for (const [code, status] of Object.entries(ERROR_STATUS))
      expect(contract.info.description).toContain(`\`${code}\` ${status}`);
  });

  it('has no example for an optional parameter, because Swagger UI would send it', () => {
    const prefilled = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ required, example, schema }) => !required && (example ?? schema.example) !== undefined)
        .map((parameter) => `${operationId} ${parameter.name}`),
    );
    expect(prefilled).toEqual([]);
  });

  it('describes its secret as a bearer token, not as a JWT', () => {
    const schemes = Object.values(components.securitySchemes);
    expect(schemes).toEqual([{ type: 'http', scheme: 'bearer', description: expect.any(String) }]);
  });

  it('has a 503 for every operation', () => {
    expect(operations.filter(({ responses }) => !('503' in responses))).toEqual([]);
  });

  it('has real answers as examples', () => {
    const count = (details: string) => examples.filter((each) => each === details).length;
    expect(count('Authorization must be Bearer <API key>')).toBe(isAdmin ? 0 : operations.length);
    expect(count('input_data is required')).toBe(isAdmin ? 0 : 1);
    expect(count('Idempotency-Key was used with another body')).toBe(isAdmin ? 5 : 2);
  });
});
