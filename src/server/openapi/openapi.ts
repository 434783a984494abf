import type { INestApplication } from '@nestjs/common';
import type { Response } from 'express';
import { type SwaggerCustomOptions, SwaggerModule } from '@nestjs/swagger';
import { adminDocument, dataApiDocument } from './contracts.js';
import { endsStreams } from './ends-streams.js';

/**
 * Serves Swagger UI at `/docs`, and the contracts as JSON; the bare address leads to `/docs`. A document is made when
 * it is first requested.
 */
export function serveApiDocs(app: INestApplication): void {
  const contracts = [
    { name: 'Data API', url: '/openapi/data-api.v1.json' },
    { name: 'Admin API', url: '/openapi/admin.v1.json' },
  ];
  app.getHttpAdapter().get('/', (_request, response: Response) => response.redirect('/docs'));
  SwaggerModule.setup('docs', app, () => dataApiDocument(app), {
    ...jsonAt('data-api.v1'),
    explorer: true,
    swaggerOptions: { urls: contracts, requestInterceptor: endsStreams },
    customSiteTitle: 'Gatehouse API',
  });
  SwaggerModule.setup('openapi', app, () => adminDocument(app), { ...jsonAt('admin.v1'), ui: false });
}

/** No YAML: Nest renders it anew at each request, and anybody could keep the event loop busy with few of them. */
const jsonAt = (name: string): SwaggerCustomOptions => ({
  raw: ['json'],
  jsonDocumentUrl: `openapi/${name}.json`,
});
