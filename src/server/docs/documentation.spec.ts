import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express, { type Express } from 'express';
import request from 'supertest';
import { serveDocumentation } from './documentation.js';

describe('serveDocumentation', () => {
  let root: string;
  let app: Express;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'gatehouse-documentation-'));
    const files = {
      'docs/topics.html': '<h1>Documentation</h1>',
      'docs/guide/tools.html': '<h1>Tools</h1>',
      'docs/guide/tools.md': '# Tools',
      'docs/guide/console/overview.png': 'PNG',
      'docs/adr/0001.md': '# A decision',
      'deploy/nginx.conf': 'server {}',
      'secret.html': 'secret',
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    app = express().set('etag', false);
    serveDocumentation(app, pathToFileURL(join(root, 'docs/')));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const get = (path: string, accept = '*/*') => request(app).get(path).set('Accept', accept);

  it.each([
    ['/docs/topics', '*/*', 'text/html; charset=utf-8', '<h1>Documentation</h1>'],
    ['/docs/guide/tools', '*/*', 'text/html; charset=utf-8', '<h1>Tools</h1>'],
    ['/docs/guide/tools', 'text/html,*/*;q=0.8', 'text/html; charset=utf-8', '<h1>Tools</h1>'],
    ['/docs/guide/tools', 'text/markdown', 'text/markdown; charset=utf-8', '# Tools'],
    ['/docs/guide/tools.md', '*/*', 'text/markdown; charset=utf-8', '# Tools'],
    ['/docs/deploy/nginx.conf', '*/*', 'text/plain; charset=utf-8', 'server {}'],
  ])('answers %s with Accept %s as %s', async (path, accept, type, content) => {
    const { status, headers, text } = await get(path, accept);
    expect([status, headers['content-type'], text]).toEqual([200, type, content]);
  });

  it('answers a picture as one', async () => {
    const { headers, body } = await get('/docs/guide/console/overview.png');
    expect([headers['content-type'], String(body)]).toEqual(['image/png', 'PNG']);
  });

  it('lets caches keep HTML and Markdown apart', async () => {
    expect((await get('/docs/guide/tools')).headers.vary).toBe('Accept, Accept-Encoding');
  });

  it('leaves all to the routes after it without documentation', async () => {
    const bare = express();
    serveDocumentation(bare, pathToFileURL(join(root, 'none/docs/')));
    bare.get('/docs/swagger-ui.css', (_request, response) => void response.end('css'));
    expect((await request(bare).get('/docs/swagger-ui.css')).status).toBe(200);
  });

  it.each([
    '/docs/guide/unknown',
    '/docs/adr/0001.md',
    '/docs/adr/0001',
    '/docs/../secret.html',
    '/docs/%2e%2e/secret',
    '/docs/guide/..%2f..%2f..%2fsecret',
    '/docs/guide/../../secret',
    '/docs/deploy/../secret.html',
  ])('leaves %s to the routes after it', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
