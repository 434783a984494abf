import type { INestApplication } from '@nestjs/common';
import type { Response } from 'express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type GatehouseConfig, GATEWAY } from '../../config/index.js';
import { adminDocument, dataApiDocument } from './contracts.js';
import { serveDocsPage } from './docs-page.js';
import { endsStreams } from './ends-streams.js';
import { RenderedText } from './rendered-text.js';

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
    swaggerOptions: { urls: contracts, requestInterceptor: endsStreams },
  });
}
