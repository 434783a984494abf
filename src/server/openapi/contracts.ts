import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { ERROR_STATUS, WEBHOOK_DOCS, type WebhookDocs } from '../../common/index.js';
import { GatehouseConfig, GATEWAY } from '../../config/index.js';
import { documentOf } from './openapi-document.js';

/**
 * The versions of the contracts: the path's number, a minor for what is new, a patch for texts. `npm run generate`
 * refuses a contract that has changed under its version (openapi/versions.json).
 */
const VERSIONS = { admin: '1.9.0', dataApi: '1.5.2' } as const;

const LICENSE = ['MIT', 'https://opensource.org/license/mit'] as const;

const API_KEY = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key: `gh_` and 39 characters.',
} as const;

/** Describes keys and tokens as opaque; Nest's own bearer scheme would call them JWTs. */
const ADMIN_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: 'An admin token.',
} as const;

const CODES = Object.entries(ERROR_STATUS)
  .map(([code, status]) => `\`${code}\` ${status}`)
  .join(', ');
const FAILURES = `Every failure has the form of \`Error\`, with a code for programs and details that name every invalid field; \`fields\` lists them for programs. The codes and their statuses: ${CODES}.`;

const DATA_API_DESCRIPTION = `Reads users and processes data. Every request needs an API key, which an operator creates (or the holder of another key, under \`/account/keys\`), and HTTPS.

${FAILURES}

Requests are limited per key: 100 per minute, 5,000 per hour and 100,000 per day unless the operator says otherwise; the headers \`RateLimit-Policy\` and \`RateLimit\` report all three windows, \`X-RateLimit-*\` the tightest. Rejected requests count too. A key and the keys created with it are counted together.

A path that is not listed here is \`NOT_FOUND\` (404); a listed path with another method is \`METHOD_NOT_ALLOWED\` (405, with \`Allow\`); an unknown parameter of the query is \`INVALID_REQUEST\` (400), like an unknown field. HEAD is answered like GET, without the body. Answers are JSON in UTF-8, only for the caller (\`Cache-Control: no-store\`), with the same security headers as all answers of this server. Fields and headers may be added within v1: ignore unknown ones. Removals are announced by \`Deprecation\` and \`Sunset\`.

| Release | Date | Changes |
|---|---|---|
| v1.5.0 | 2026-11-28 | OpenAPI 3.1; all faults of a body at once, also in \`error.fields\`; another body under an \`Idempotency-Key\` is \`IDEMPOTENCY_MISMATCH\` (422); \`Retry-After\` is the rest of the lease. |
| v1.4.0 | 2026-11-23 | All three windows in \`RateLimit-Policy\` and \`RateLimit\`; unknown parameters of the query refused; \`Accept-Encoding\` with 415. |
| v1.3.0 | 2026-11-20 | Account (\`GET /account\`) and account keys, asynchronous requests (\`Prefer: respond-async\`) and \`Idempotency-Key\` added; limits reported in \`X-RateLimit-*\` and \`Retry-After\`; request ids in \`X-Request-Id\`; unknown fields refused. |
| v1.2.0 | 2023-11-15 | Data-processing API added; error response format improved. |
| v1.1.0 | 2023-08-22 | User-management API added; security measures strengthened. |
`;

const ADMIN_DESCRIPTION = `The interface for operators. It needs the bearer token of an owner, operator or viewer, or the cookie that \`/session\` issues to the console.

${FAILURES}

A path that is not listed here is \`NOT_FOUND\` (404); a listed path with another method is \`METHOD_NOT_ALLOWED\` (405, with \`Allow\`); an unknown parameter of the query is \`INVALID_REQUEST\` (400), like an unknown field. Lists are paginated: pass \`next_cursor\` as \`cursor\`. In Swagger UI, \`/events\` shows the events of the first five seconds. Fields and headers may be added within v1: ignore unknown ones.
`;

/** The tags of each contract, in the order of their appearance, with their texts. */
const DATA_API_TAGS: Readonly<Record<string, string>> = {
  users: 'The users of the platform.',
  data: 'Data-processing requests.',
  account: 'The calling key, its remaining limits, and the API keys of its user.',
};

const ADMIN_TAGS: Readonly<Record<string, string>> = {
  pairings: 'Access requests of unknown senders, and the answers to them.',
  grants: 'Individual senders with access.',
  people: 'Export or erase all data stored about a person.',
  access: 'Preview of how a sender’s message would be handled, and why.',
  channels: 'The messaging services, the accounts on them, and their capabilities.',
  agents: 'The agents that answer people.',
  messages: 'Messages to conversations, sent as the assistant.',
  actions: 'Actions of a channel: react, edit, change a group.',
  polls: 'Polls and their results.',
  deliveries: 'Outgoing messages: pending, sent and failed.',
  conversations: 'Transcripts.',
  loops: 'Conversations that get no answers because programs seem to answer each other there.',
  events: 'The stream of events, and the path of one message.',
  alerts: 'Problems that need attention, and sent notices.',
  webhooks: 'Notify other programs of events.',
  users: 'Users of the Data API, and the senders linked to them.',
  keys: 'The API keys of a user.',
  tokens: 'The tokens of operators.',
  session: 'Signing in to the console, and who is calling.',
  config: 'The configuration.',
  status: 'The status of the gateway.',
  doctor: 'Problems and their fixes.',
  audit: 'The audit log.',
  logs: 'The last lines of the log.',
  usage: 'Usage and cost of model calls.',
  budgets: 'Usage limits for model calls.',
  mcp: 'MCP servers, and the accepted definitions of their tools.',
  try: 'A conversation of the caller with the assistant, as in the web console.',
  approvals: 'Pending and decided tool calls, and one-hour permissions.',
  'dead-letters': 'Jobs that failed repeatedly because of an error in the gateway.',
};

/** The contract of `/admin/v1`, made from the controllers and their DTOs. */
export function adminDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Gatehouse admin API')
    .setDescription(ADMIN_DESCRIPTION)
    .setVersion(VERSIONS.admin)
    .addSecurity('admin-token', ADMIN_TOKEN);
  const docs = app.get<readonly WebhookDocs[]>(WEBHOOK_DOCS, { strict: false });
  return complete(app, builder, { prefix: '/admin/v1', tags: ADMIN_TAGS, docs });
}

/** The contract of `/v1` (spec 1), made in the same way. */
export function dataApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Gatehouse Data API')
    .setDescription(DATA_API_DESCRIPTION)
    .setVersion(VERSIONS.dataApi)
    .addSecurity('api-key', API_KEY);
  return complete(app, builder, { prefix: '/v1', tags: DATA_API_TAGS });
}

interface Contract {
  readonly prefix: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly docs?: readonly WebhookDocs[];
}

function complete(
  app: INestApplication,
  builder: DocumentBuilder,
  { prefix, tags, docs }: Contract,
): OpenAPIObject {
  builder.setOpenAPIVersion('3.1.0').setLicense(...LICENSE);
  const { publicUrl } = app.get(GatehouseConfig).get(GATEWAY);
  if (publicUrl !== undefined) builder.addServer(new URL(publicUrl).origin + prefix, 'The public address.');
  // Relative to the document, for whoever reads it by another address, such as a tunnel's.
  builder.addServer(prefix, 'This gateway.');
  for (const [name, description] of Object.entries(tags)) builder.addTag(name, description);
  return documentOf(app, builder.build(), prefix, docs);
}
