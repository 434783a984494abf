import type { INestApplication } from '@nestjs/common';
import type { Express, Request, Response } from 'express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type GatehouseConfig, GATEWAY } from '../../config/index.js';
import { adminDocument, dataApiDocument } from './contracts.js';
import { etagOf, VERSION } from '../../common/index.js';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

interface Rendering {
  readonly basis: unknown;
  readonly text: Buffer;
  readonly tag: string;
  /** Compressed in the thread pool, for the first caller that wants it. */
  compressed?: Promise<Buffer>;
}

interface RenderedTextParts {
  readonly type: string;
  readonly render: () => string;
  /** The value that the text depends on; when not given, the text never changes. */
  readonly basis?: () => unknown;
}

/**
 * A text for everybody, made when it is first requested and again when its basis has changed. Making it for each
 * request would let anyone keep the event loop busy.
 */
export class RenderedText {
  private rendering: Rendering | undefined;

  constructor(private readonly parts: RenderedTextParts) {}

  /** Answers GET and HEAD: compressed where the caller takes that, and with 304 when the caller has it (RFC 9110, 13). */
  readonly answer = async (request: Request, response: Response): Promise<void> => {
    const rendering = this.current();
    const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('ETag', isCompressed ? `"${rendering.tag}-gzip"` : `"${rendering.tag}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = isCompressed ? await compressed(rendering) : rendering.text;
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Type', this.parts.type);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  };

  private current(): Rendering {
    const { render, basis } = this.parts;
    const now = basis?.();
    if (!this.rendering || this.rendering.basis !== now) {
      const text = render();
      this.rendering = { basis: now, text: Buffer.from(text), tag: etagOf(text).slice(1, -1) };
    }
    return this.rendering;
  }
}

const compressed = (rendering: Rendering): Promise<Buffer> =>
  (rendering.compressed ??= promisify(gzip)(rendering.text, { level: 9 }));

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
    </style>
  </head>
  <body>
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
