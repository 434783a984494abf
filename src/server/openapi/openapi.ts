import type { INestApplication } from '@nestjs/common';
import type { Response } from 'express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type GatehouseConfig, GATEWAY } from '../../config/index.js';
import { serveDocsPage } from './docs-page.js';
import { documentOf } from './openapi-document.js';
import { RenderedText } from './rendered-text.js';

/** Version of the admin API's contract; raised with every change of it. */
const ADMIN_API_VERSION = '1.0.0';
/** Version of the Data API's contract; spec 1, Versioning. */
const DATA_API_VERSION = '1.3.0';

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

const DATA_API_DESCRIPTION = `Reads users and processes data. Every request needs an API key, which an operator creates (or the holder of another key, under \`/v1/account/keys\`), and HTTPS.

Every failure has the form of \`Error\`, with a code for programs and details that name the field. Requests are limited per key: 100 a minute, 5,000 an hour and 100,000 a day unless the operator says otherwise; the headers \`X-RateLimit-*\` report the tightest of the three windows. Refused requests count too. A key and the keys made with it are counted together.

A path that is not listed here is \`NOT_FOUND\` (404); a listed path with another method is \`METHOD_NOT_ALLOWED\` (405, with \`Allow\`). HEAD is answered like GET, without the body. Answers are JSON in UTF-8, for the caller alone (\`Cache-Control: no-store\`), and carry the same security headers as every answer of this server. Fields and headers may be added within v1: ignore those you do not know.

| Release | Date | Changes |
|---|---|---|
| v1.3.0 | 2026-11-20 | Account (\`GET /v1/account\`) and account keys, asynchronous requests (\`Prefer: respond-async\`) and \`Idempotency-Key\` added; limits reported in \`X-RateLimit-*\` and \`Retry-After\`; request ids in \`X-Request-Id\`; unknown fields refused. |
| v1.2.0 | 2023-11-15 | Data-processing API added; error response format improved. |
| v1.1.0 | 2023-08-22 | User-management API added; security measures strengthened. |
`;

/** The contract of `/admin/v1`, made from the controllers and their DTOs. */
export function adminDocument(app: INestApplication): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('Gatehouse admin API')
    .setDescription('The interface for operators. It needs the bearer token of an owner, operator or viewer.')
    .setVersion(ADMIN_API_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This gateway.')
    .addSecurity('admin-token', ADMIN_TOKEN)
    .build();
  return documentOf(app, info, '/admin/v1/');
}

/** The contract of `/v1` (spec 1), made in the same way. */
export function dataApiDocument(app: INestApplication): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('Gatehouse Data API')
    .setDescription(DATA_API_DESCRIPTION)
    .setVersion(DATA_API_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This gateway.')
    .addTag('users', 'The users of the platform.')
    .addTag('data', 'Data-processing requests.')
    .addTag('account', 'The calling key, its remaining limits, and the API keys of its user.')
    .addSecurity('api-key', API_KEY)
    .build();
  return documentOf(app, info, '/v1/');
}

/**
 * Serves Swagger UI at `/docs`, and the contracts as JSON; the bare address leads to `/docs`. A document is made when
 * it is first requested, and again when a setting that it may name has changed.
 */
export function serveApiDocs(app: INestApplication, config: GatehouseConfig): void {
  const contracts = [
    { name: 'Data API', url: '/openapi/data-api.v1.json' },
    { name: 'Admin API', url: '/openapi/admin.v1.json' },
  ];
  const adapter = app.getHttpAdapter();
  const basis = () => config.get(GATEWAY).publicUrl;
  const serve = (path: string, document: () => OpenAPIObject) => {
    const render = () => JSON.stringify(document());
    adapter.get(path, new RenderedText({ type: 'application/json; charset=utf-8', render, basis }).answer);
  };
  adapter.get('/', (_request, response: Response) => response.redirect('/docs'));
  serve('/openapi/data-api.v1.json', () => dataApiDocument(app));
  serve('/openapi/admin.v1.json', () => adminDocument(app));
  serveDocsPage(app);
  SwaggerModule.setup('docs', app, () => dataApiDocument(app), {
    // Nest would make each document anew for every request.
    raw: [],
    explorer: true,
    swaggerOptions: { urls: contracts },
  });
}
