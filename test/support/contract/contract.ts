import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RawAnswer } from '../raw-http.js';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

interface ResponseDocs {
  readonly headers?: Readonly<Record<string, { required?: boolean; schema: { type: string } }>>;
  readonly content?: Readonly<
    Record<string, { schema: JsonSchema; examples?: Readonly<Record<string, unknown>> }>
  >;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With its server's prefix, for instance `/v1/users/{id}`. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  readonly responses: Readonly<Record<string, ResponseDocs>>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: JsonSchema;
}

interface RawOperation extends Pick<Operation, 'responses'> {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> };
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: RawOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/**
 * Headers that every answer of the server may have, according to the API's description; all others must be documented.
 */
const GENERAL = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-type',
  'content-length',
  'cache-control',
  // For the connection, and for a proxy in front of it.
  'transfer-encoding',
  'x-accel-buffering',
  'x-content-type-options',
  'referrer-policy',
  'content-security-policy',
  'strict-transport-security',
]);
/** Codes of answers to requests that match no operation. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  403: 'HTTPS_REQUIRED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
};
const ERROR = '#/components/schemas/Error';

/** The published contract, and the check of answers against it. */
export class Contract {
  readonly operations: readonly Operation[];
  /** The path of its server. */
  readonly prefix: string;
  private readonly validators = new Map<string, Judge>();
  private readonly schemas: Readonly<Record<string, JsonSchema>>;

  constructor(private readonly document: Document) {
    this.schemas = closed(document.components.schemas);
    this.prefix = document.servers[0]!.url;
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId: id, responses, requestBody, parameters = [] }]) => ({
          id,
          method: method.toUpperCase(),
          path: this.prefix + path,
          responses,
          query: parameters.filter((each) => each.in === 'query'),
          headers: parameters.filter((each) => each.in === 'header'),
          body: requestBody?.content['application/json']?.schema,
        }),
      ),
    );
  }

  /** A committed contract. */
  static of(name: 'data-api.v1' | 'admin.v1'): Contract {
    const file = join(import.meta.dirname, `../../../openapi/${name}.json`);
    return new Contract(JSON.parse(readFileSync(file, 'utf8')) as Document);
  }

  /** Resolves references to the schema itself. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref, allOf: [only] = [], ...rest } = schema;
    if (only) return { ...this.resolve(only), ...rest };
    if ($ref === undefined) return schema;
    return this.resolve(this.document.components.schemas[$ref.split('/').at(-1)!]!);
  }

  operationAt(method: string, target: string): Operation | undefined {
    const path = target.split(/[?#]/)[0]!;
    return this.operations.find((each) => each.method === method && matches(each.path, path));
  }

  /** The undocumented parts of an answer; empty for a valid one. */
  faultsOf(method: string, target: string, answer: RawAnswer): string[] {
    const operation = this.operationAt(method === 'HEAD' ? 'GET' : method, target);
    const faults = operation ? this.faultsAt(operation, answer) : this.faultsElsewhere(answer);
    if (method !== 'HEAD') return faults;
    // The method of an unreadable request is unknown: it may have been a HEAD.
    const mayHaveBody = answer.status === 400;
    return answer.body === '' || mayHaveBody ? faults.filter(isNotOfBody) : ['HEAD has a body'];
  }

  private faultsAt({ responses }: Operation, answer: RawAnswer): string[] {
    const docs = responses[answer.status];
    if (!docs) return [`status ${answer.status} is not documented`];
    const content = docs.content?.['application/json'];
    if (docs.content && !content) return [...headerFaults(docs, answer), ...typeFaults(docs.content, answer)];
    if (!content) return [...headerFaults(docs, answer), ...(answer.body === '' ? [] : ['body: unexpected'])];
    const faults = [...headerFaults(docs, answer), ...this.bodyFaults(content.schema, answer)];
    const code = answer.status < 400 ? undefined : codeOf(answer);
    if (code !== undefined && !(code in (content.examples ?? {}))) faults.push(`body: code ${code}`);
    return faults;
  }

  private faultsElsewhere(answer: RawAnswer): string[] {
    const code = ELSEWHERE[answer.status];
    if (code === undefined) return [`status ${answer.status} where there is no operation`];
    const faults = this.bodyFaults({ $ref: ERROR }, answer);
    if (answer.body !== '' && codeOf(answer) !== code) faults.push(`body: code ${String(codeOf(answer))}`);
    if (answer.status === 405 && !answer.headers.allow) faults.push('header Allow is missing');
    if (!answer.headers['x-request-id']) faults.push('header X-Request-Id is missing');
    return faults;
  }

  private bodyFaults(schema: JsonSchema, { headers, body }: RawAnswer): string[] {
    if (headers['content-type'] !== 'application/json; charset=utf-8')
      return [`body: content type ${String(headers['content-type'])}`];
    const value = jsonOf(body);
    return value === undefined
      ? ['body: no JSON']
      : this.judge(schema)(value).map((fault) => `body: ${fault}`);
  }

  /** The faults of a message that a webhook has sent. */
  faultsOfMessage(body: string): string[] {
    const message = JSON.parse(body) as { type: string };
    const docs = this.document.webhooks?.[message.type]?.post.requestBody;
    if (!docs) return [`webhook ${message.type} is not documented`];
    return this.judge(closed(docs.content['application/json']!.schema))(message);
  }

  private judge(schema: JsonSchema): Judge {
    const key = JSON.stringify(schema);
    const known = this.validators.get(key) ?? judgeOf({ ...closed(schema), $defs: this.schemas });
    this.validators.set(key, known);
    return known;
  }
}

/** The faults of a value. */
type Judge = (value: unknown) => string[];

/** Two validators of different makers: what only one of them understands is not said well enough. */
function judgeOf(schema: JsonSchema): Judge {
  const text = JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(text) as JsonSchema);
  const other = new Validator(JSON.parse(text) as object, '2020-12', false);
  return (value) => [
    ...(validate(value) ? [] : [`ajv: ${ajv.errorsText(validate.errors)}`]),
    ...other
      .validate(value)
      .errors.map(({ instanceLocation, error }) => `cfworker: ${instanceLocation} ${error}`),
  ];
}

const isNotOfBody = (fault: string): boolean => !fault.startsWith('body:');

/** Whether a path matches a template; only one spelling does. */
const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

function headerFaults({ headers: documented = {} }: ResponseDocs, { headers }: RawAnswer): string[] {
  const names = new Map(Object.entries(documented).map(([name, docs]) => [name.toLowerCase(), docs]));
  const unknown = Object.keys(headers).filter((name) => !GENERAL.has(name) && !names.has(name));
  const missing = [...names].filter(([name, { required }]) => required && headers[name] === undefined);
  const wrong = [...names].filter(
    ([name, { schema }]) => schema.type === 'integer' && !/^\d+$/.test(headers[name] ?? '0'),
  );
  return [
    ...unknown.map((name) => `header ${name} is not documented`),
    ...missing.map(([name]) => `header ${name} is missing`),
    ...wrong.map(([name]) => `header ${name} is no integer`),
  ];
}

/** An answer of another type than JSON; its body is not checked. */
function typeFaults(content: object, { headers }: RawAnswer): string[] {
  const type = headers['content-type']?.split(';')[0] ?? '';
  return type in content ? [] : [`body: content type ${type}`];
}

const codeOf = ({ body }: RawAnswer): string | undefined =>
  (jsonOf(body) as { error?: { code?: string } } | undefined)?.error?.code;

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'latin1').toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Closes the schemas: the contract allows additional fields, but today's answers must be documented completely. */
function closed<T>(schemas: T): T {
  const close = (_key: string, value: unknown): unknown => {
    const schema = value as JsonSchema | null;
    const isOpen =
      schema?.type === 'object' && schema.properties && schema.additionalProperties === undefined;
    return isOpen ? { ...schema, additionalProperties: false } : value;
  };
  return JSON.parse(JSON.stringify(schemas, close)) as T;
}
