import type { INestApplication } from '@nestjs/common';
import type { Express, Request, Response } from 'express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type GatehouseConfig, GATEWAY } from '../../config/index.js';
import { adminDocument, dataApiDocument } from './contracts.js';
import { VERSION } from '../../common/index.js';
import { RenderedText } from '../rendered-text.js';
import { serveDocumentation } from '../docs/documentation.js';

/** Files of Swagger UI that are the same in every gateway of a release; Nest serves them directly below `/docs`. */
const ASSET = /^(?:swagger-ui(?:-bundle|-standalone-preset)?\.(?:js|css)|favicon-\d+x\d+\.png)$/;

/** A year; a browser need not ask again for a file whose name changes with each release. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Serves the page of Swagger UI, which names its files by the release, and those files under that name. Call it before
 * Nest's own set-up, whose page names them without.
 */
function serveDocsPage(app: INestApplication): void {
  const adapter = app.getHttpAdapter();
  adapter.get('/docs', pageAt('./docs').answer);
  adapter.get('/docs/', pageAt('.').answer);
  const express = adapter.getInstance() as Express;
  express.get(`/docs/${VERSION}/:file`, (request, response, next) => {
    const { file } = request.params;
    if (ASSET.test(file)) {
      request.url = `/docs/${file}`;
      response.setHeader('Cache-Control', FOR_GOOD);
    }
    next();
  });
}

const pageAt = (folder: string): RenderedText =>
  new RenderedText({ type: 'text/html; charset=utf-8', render: () => page(folder) });

/** @param folder the address of `/docs`, from the page */
const page = (folder: string): string => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <title>Gatehouse API</title>
    <link rel="stylesheet" href="${folder}/${VERSION}/swagger-ui.css">
    <link rel="icon" type="image/png" href="${folder}/${VERSION}/favicon-32x32.png" sizes="32x32">
    <link rel="icon" type="image/png" href="${folder}/${VERSION}/favicon-16x16.png" sizes="16x16">
    <style>
      body { margin: 0; background: #fafafa; }
      .guides { margin: 0; padding: 12px 20px; font: 14px sans-serif; }
    </style>
  </head>
  <body>
    <p class="guides"><a href="${folder}/topics">Guides and reference</a></p>
    <div id="swagger-ui"></div>
    <script src="${folder}/${VERSION}/swagger-ui-bundle.js"></script>
    <script src="${folder}/${VERSION}/swagger-ui-standalone-preset.js"></script>
    <script src="${folder}/swagger-ui-init.js"></script>
  </body>
</html>
`;

/**
 * Serves Swagger UI at `/docs`, and the contracts as JSON; the bare address leads browsers to the console and
 * programs to `/docs`. A document is made when it is first requested, and again when a setting that it may name has
 * changed.
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
  adapter.get('/', (request: Request, response: Response) => {
    // A browser names HTML before anything else; curl and other programs accept all alike.
    const isBrowser = request.accepts(['json', 'html']) === 'html';
    // Relative, because a proxy may have put a path before it.
    response.vary('Accept').redirect(isBrowser && config.get(GATEWAY).console ? './console/' : './docs');
  });
  serve('/openapi/data-api.v1.json', () => dataApiDocument(app));
  serve('/openapi/admin.v1.json', () => adminDocument(app));
  serveDocsPage(app);
  serveDocumentation(adapter.getInstance() as Express);
  SwaggerModule.setup('docs', app, () => dataApiDocument(app), {
    // Nest would make each document again for every request.
    raw: [],
    explorer: true,
    swaggerOptions: { urls: contracts, requestInterceptor: endsStreams },
  });
}

/** A request of Swagger UI, as its interceptors see it. */
interface UiRequest {
  userFetch?: typeof fetch;
}

/**
 * Ends a stream of events after five seconds, because Swagger UI shows an answer only when it has all of it. Its page
 * gets the text of this function, so the function uses nothing around it, and nothing in it has a name that the bundler
 * would keep.
 */
function endsStreams(request: UiRequest): UiRequest {
  const send = request.userFetch ?? fetch;
  request.userFetch = async (...sent) => {
    const answer = await send(...sent);
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || !answer.body) return answer;
    const reader = answer.body.getReader();
    setTimeout(() => void reader.cancel(), 5_000);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read())
      parts.push(part.value as Uint8Array<ArrayBuffer>);
    return new Response(new Blob(parts), answer);
  };
  return request;
}
