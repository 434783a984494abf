import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { apiHeader, type HeaderDocs, REQUEST_ID_HEADER, type WebhookDocs } from '../../common/index.js';
import { inOpenApi31 } from './openapi-31.js';
import { webhookOperations } from './webhook-operations.js';

type Paths = OpenAPIObject['paths'];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Info = Omit<OpenAPIObject, 'paths'>;

/**
 * The part of the application below a prefix, with the schemas that it uses, in OpenAPI 3.1. Its paths are relative to
 * its server, whose address ends with the prefix (spec 1: `{base_url}`).
 * @param docs of the webhooks that belong to it
 */
export function documentOf(
  app: INestApplication,
  info: Info,
  prefix: string,
  docs: readonly WebhookDocs[] = [],
): OpenAPIObject {
  const extraModels = docs.map(({ data }) => data);
  const all = SwaggerModule.createDocument(app, info, { ignoreGlobalPrefix: true, extraModels });
  const paths = pathsBelow(prefix, all.paths);
  const webhooks = webhookOperations(docs);
  const schemas = all.components?.schemas ?? {};
  const used = usedSchemas([paths, webhooks], schemas);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  const components = { ...all.components, schemas: closeBodies(paths, kept) };
  const told = docs.length > 0 && { webhooks };
  return inOpenApi31(withPlainReferences({ ...all, paths, ...told, components }));
}

function pathsBelow(prefix: string, paths: Paths): Paths {
  const below = Object.entries(paths).filter(([path]) => path.startsWith(`${prefix}/`));
  return Object.fromEntries(below.map(([path, item]) => [path.slice(prefix.length), withRequestIds(item)]));
}

const REQUEST_ID: HeaderDocs = {
  [REQUEST_ID_HEADER]: apiHeader(
    'string',
    'The id of the request; include it when you report a problem.',
    true,
  ),
};

/** Every answer has the id of its request, because the edge sets it before anything else. */
function withRequestIds<T extends object>(path: T): T {
  const withId = (response: object) => ({
    ...response,
    headers: { ...REQUEST_ID, ...(response as { headers?: object }).headers },
  });
  const operations = Object.entries(path as Record<string, { responses: Record<string, object> }>);
  const told = operations.map(([method, operation]) => {
    const responses = Object.entries(operation.responses).map(([status, each]) => [status, withId(each)]);
    return [method, { ...operation, responses: Object.fromEntries(responses) as object }];
  });
  return Object.fromEntries(told) as T;
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
