import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Info = Omit<OpenAPIObject, 'paths'>;

/** The part of the application below a prefix, with the schemas that it uses. */
export function documentOf(app: INestApplication, info: Info, prefix: string): OpenAPIObject {
  const all = SwaggerModule.createDocument(app, info, { ignoreGlobalPrefix: true });
  const paths = Object.fromEntries(Object.entries(all.paths).filter(([path]) => path.startsWith(prefix)));
  const schemas = all.components?.schemas ?? {};
  const used = usedSchemas(paths, schemas);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  const components = { ...all.components, schemas: closeBodies(paths, kept) };
  return withPlainReferences({ ...all, paths, components });
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Names of the schemas that `from` refers to, directly or through others. */
function usedSchemas(from: unknown, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const used = new Set<string>();
  const open = [from];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (used.has(name)) continue;
      used.add(name);
      open.push(schemas[name]);
    }
  }
  return used;
}

/** Marks request bodies as closed, because the validation refuses unknown fields everywhere. */
function closeBodies(paths: Paths, schemas: Schemas): Schemas {
  const bodies = Object.values(paths).flatMap((path) =>
    Object.values(path as Record<string, { requestBody?: object }>).map(
      ({ requestBody = {} }) => requestBody,
    ),
  );
  const sent = usedSchemas(bodies, schemas);
  const isClosed = (name: string, schema: object) => sent.has(name) && 'properties' in schema;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      isClosed(name, schema) ? { ...schema, additionalProperties: false } : schema,
    ]),
  );
}

/** Nest writes a lone reference as an `allOf` with one entry, even where nothing is added to it; this undoes that. */
function withPlainReferences<T>(document: T): T {
  const plain = (_key: string, value: unknown): unknown => {
    const { allOf, ...rest } = (value ?? {}) as { allOf?: unknown[] };
    return allOf?.length === 1 && Object.keys(rest).length === 0 ? allOf[0] : value;
  };
  return JSON.parse(JSON.stringify(document, plain)) as T;
}
