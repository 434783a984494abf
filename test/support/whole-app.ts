import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';
import { borrowDatabase } from './postgres-databases.js';

export const WHOLE_OWNER = 'an-owner-token-that-nobody-guesses';

export interface WholeAnswer<T> {
  readonly status: number;
  readonly body: T;
}

export interface WholeApp {
  readonly app: NestExpressApplication;
  /** @param route method and path, with `/admin/v1` or `/v1`; the owner token unless another is given */
  call<T = unknown>(route: string, body?: object, token?: string): Promise<WholeAnswer<T>>;
}

/** The whole program on a real database, new for each test, called over HTTP. Call it where the tests are declared. */
export function wholeApp(kind: 'SQLite' | 'PostgreSQL', config: object = {}): WholeApp {
  const world = { call } as { -readonly [name in keyof WholeApp]: WholeApp[name] };
  let stateDir = '';
  let borrowed: { url: string; release: () => Promise<void> } | undefined;

  async function call<T>(route: string, body?: object, token = WHOLE_OWNER): Promise<WholeAnswer<T>> {
    const [method = '', path = ''] = route.split(' ');
    const { port } = world.app.getHttpServer().address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  beforeEach(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-whole-'));
    borrowed = kind === 'PostgreSQL' ? await borrowDatabase() : undefined;
    writeFileSync(
      join(stateDir, 'gatehouse.json'),
      JSON.stringify({ logging: { level: 'silent' }, ...config }),
    );
    const env = { GATEHOUSE_STATE_DIR: stateDir, GATEHOUSE_ADMIN_TOKEN: WHOLE_OWNER };
    const database = borrowed && { DATABASE_URL: borrowed.url };
    world.app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment({ ...env, ...database })));
    await world.app.listen(0, '127.0.0.1');
  }, 60_000);
  afterEach(async () => {
    await world.app.close();
    await borrowed?.release();
    rmSync(stateDir, { recursive: true });
  });
  return world;
}
