import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { ErrorFilter } from '../common/index.js';
import { checkConfig, CORE_SECTIONS, GatehouseConfig, readEnvironment } from '../config/index.js';
import { EdgeAdapter } from '../server/index.js';
import { ConsoleFiles, ConsolePages } from './console-pages.service.js';
import { ConsoleModule } from './console.module.js';

const SCRIPT = 'console.log("hello");';
const PAGE = '<script src="./assets/index-abc123.js"></script>';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-console-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'assets/index-abc123.js'), SCRIPT);
writeFileSync(join(folder, 'assets/index-abc123.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(folder, 'assets/index-abc123.js.br'), brotliCompressSync(SCRIPT));
afterAll(() => rmSync(folder, { recursive: true }));

let app: NestExpressApplication;
afterEach(() => app.close());

async function start(settings: Record<string, unknown> = {}, files = folder): Promise<void> {
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent' });
  const config = { provide: GatehouseConfig, useValue: checkConfig(CORE_SECTIONS, settings, environment) };
  @Global()
  @Module({ providers: [config], exports: [config.provide] })
  class WorldModule {}
  const module = Test.createTestingModule({
    imports: [WorldModule, ConsoleModule],
    providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
  });
  module.overrideProvider(ConsoleFiles).useValue(new ConsoleFiles(files));
  app = (await module.compile()).createNestApplication<NestExpressApplication>(new EdgeAdapter());
  await app.init();
}

const get = (path: string) => request(app.getHttpServer()).get(path);

it('the bare address leads to the one with the slash, below whatever a proxy has put before it', async () => {
  await start();
  const { status, headers } = await get('/console');
  expect([status, headers.location, headers['cache-control']]).toEqual([308, './console/', 'no-cache']);
});

it.each([
  ['/console/', './'],
  ['/console/pairings', './'],
  ['/console/conversations/cnv_1?held=true', '../'],
  ['/console/a/b/c', '../../'],
])('the address %s answers with the page, which finds its files at %s', async (path, prefix) => {
  await start();
  const { status, text, headers } = await get(path);
  expect([status, text]).toEqual([200, `<script src="${prefix}assets/index-abc123.js"></script>`]);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect((await get(path).set('If-None-Match', headers.etag!)).status).toBe(304);
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['', undefined],
])('a file is answered for good, for a browser that accepts %j as %s', async (accepted, coding) => {
  await start();
  const answer = get('/console/assets/index-abc123.js').set('Accept-Encoding', accepted);
  // Supertest does not know br.
  const { headers, body } = await answer.buffer(true).parse((response, done) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
  });
  expect(headers['content-encoding']).toBe(coding);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers.vary).toBe('Accept-Encoding');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  if (coding !== 'br') expect(String(body)).toBe(SCRIPT);
});

it.each(['index-other.js', 'index-abc123.js.gz', '..', '%2e%2e', 'index.html', 'a%00.js', ''])(
  'a file named %j is none of the console',
  async (name) => {
    await start();
    const { status, body, headers } = await get(`/console/assets/${name}`);
    expect([status, (body as { error: { code: string } }).error.code]).toEqual([404, 'NOT_FOUND']);
    expect(headers['cache-control']).toBe('no-store');
  },
);

it.each(['*;q=0', 'identity;q=0', 'br;q=0, gzip;q=0', 'zstd'])(
  'a browser that accepts %j gets the file as it is',
  async (accepted) => {
    await start();
    const { text, headers } = await get('/console/assets/index-abc123.js').set('Accept-Encoding', accepted);
    expect([text, headers['content-encoding']]).toEqual([SCRIPT, undefined]);
  },
);

it('HEAD has the headers alone, and a range is the whole file', async () => {
  await start();
  const path = '/console/assets/index-abc123.js';
  const head = await request(app.getHttpServer()).head(path).set('Accept-Encoding', 'identity');
  expect([head.text, head.headers['content-length']]).toEqual([undefined, String(SCRIPT.length)]);
  const { status, text } = await get(path).set('Accept-Encoding', 'identity').set('Range', 'bytes=0-3');
  expect([status, text]).toEqual([200, SCRIPT]);
});

it('nothing is served when the setting switches it off', async () => {
  await start({ gateway: { console: false } });
  expect((await get('/console')).status).toBe(404);
  expect((await get('/console/')).status).toBe(404);
  expect((await get('/console/assets/index-abc123.js')).status).toBe(404);
});

it('nothing is served by a process that only works', async () => {
  await start();
  app.get(ConsolePages).standBy();
  expect((await get('/console/')).status).toBe(404);
});

it('a program without a console says so', async () => {
  await start({}, '/nonexistent');
  const { status, body } = await get('/console/');
  expect([status, (body as { error: { details: string } }).error.details]).toEqual([
    404,
    'this program was built without a console',
  ]);
});
