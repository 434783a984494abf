import type { INestApplication } from '@nestjs/common';
import type { Express } from 'express';
import { VERSION } from '../../common/index.js';
import { RenderedText } from './rendered-text.js';

/** Files of Swagger UI that are the same in every gateway of a release; Nest serves them directly below `/docs`. */
const ASSET = /^(?:swagger-ui(?:-bundle|-standalone-preset)?\.(?:js|css)|favicon-\d+x\d+\.png)$/;

/** A year; a browser need not ask again for a file whose name changes with each release. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Serves the page of Swagger UI, which names its files by the release, and those files under that name. Call it before
 * Nest's own set-up, whose page names them without.
 */
export function serveDocsPage(app: INestApplication): void {
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
