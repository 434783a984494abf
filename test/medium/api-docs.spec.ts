import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { VERSION } from '../../src/common/index.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';

describe('the API documentation', () => {
  let app: NestExpressApplication;
  let stateDir: string;
  beforeAll(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-docs-'));
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify({ logging: { level: 'silent' } }));
    app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: stateDir })));
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    rmSync(stateDir, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    request(app.getHttpServer()).get(path).set(headers);

  it.each(['data-api.v1', 'admin.v1'])(
    'has %s compressed, and answers 304 to a caller that has it',
    async (name) => {
      const published = readFileSync(join(import.meta.dirname, `../../openapi/${name}.json`), 'utf8');
      const { headers, body } = await get(`/openapi/${name}.json`, { 'Accept-Encoding': 'gzip' });
      expect(body).toEqual(JSON.parse(published));
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-encoding': 'gzip',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
      expect(Number(headers['content-length'])).toBeLessThan(published.length / 5);
      const again = { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.etag! };
      await get(`/openapi/${name}.json`, again).expect(304);
    },
  );

  it.each(['/docs', '/docs/'])('lets browsers cache the files of the page %s by version', async (path) => {
    const { text } = await get(path).expect(200).expect('content-type', 'text/html; charset=utf-8');
    const at = new URL(path, 'http://gateway');
    const files = [...text.matchAll(/(?:src|href)="([^"]+\.\w+)"/g)].map(
      ([, file]) => new URL(file!, at).pathname,
    );
    expect(files).toHaveLength(6);
    const guides = /<a href="([^"]+)">/.exec(text)?.[1] ?? '';
    expect(new URL(guides, at).pathname).toBe('/docs/topics');
    for (const file of files) {
      const { headers } = await get(file).expect(200);
      const kept = file === '/docs/swagger-ui-init.js' ? undefined : 'public, max-age=31536000, immutable';
      expect([file, headers['cache-control']]).toEqual([file, kept]);
    }
  });

  it.each([
    [
      'a browser to the console',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      './console/',
    ],
    ['a program to the documentation', '*/*', './docs'],
  ])('leads %s from the bare address', async (_, accept, location) => {
    const { headers } = await get('/', { Accept: accept }).expect(302);
    expect(headers).toMatchObject({ location, vary: 'Accept' });
  });

  it('forbids a page of the guides everything but its style and pictures', async () => {
    const policy = async (path: string) => (await get(path)).headers['content-security-policy'];
    const strict =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
    for (const path of ['/docs/topics', '/docs/guide/models/openai', '/docs/operations/backup.md'])
      expect([path, await policy(path)]).toEqual([path, strict]);
    expect(await policy('/docs/')).toContain("style-src 'self' 'unsafe-inline'");
  });

  it('answers an unknown page as any other unknown address', async () => {
    const { body } = await get('/docs/guide/unknown').expect(404);
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('answers 404 with no-store for a file that the release does not have', async () => {
    for (const file of ['0.0.1/swagger-ui.css', `${VERSION}/package.json`, `${VERSION}/swagger-ui-init.js`])
      expect((await get(`/docs/${file}`).expect(404)).headers['cache-control']).toBe('no-store');
  });
});
