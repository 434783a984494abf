import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createParser } from 'eventsource-parser';
import { AdminTokens, type MadeToken, SYSTEM } from '../../src/access-control/index.js';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import type { Role } from '../../src/common/index.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';
import { Database } from '../../src/persistence/index.js';
import { lineOf, requestOf } from './event-rows.js';
import { eventually } from './eventually.js';
import { borrowDatabase } from './postgres-databases.js';

/** Events received by a listener. */
export interface Heard {
  readonly told: string[];
  /** The kinds of those that only say that something has changed. */
  readonly hints: string[];
  lastId: string;
  hasEnded: boolean;
  hangUp(): void;
}

/** The whole program with its event streams, on a database that is new for each test. */
export interface EventStreamWorld {
  readonly app: NestExpressApplication;
  /** The address of the database; undefined on SQLite. */
  readonly databaseUrl: string | undefined;
  /** Starts the program again after `app.close()`. */
  start(): Promise<void>;
  tokenOf(role: Role): Promise<MadeToken>;
  ask(token: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  /** Resolves once the stream has sent its first id. */
  listen(token: string, lastId?: string): Promise<Heard>;
  /** Stores a line of a transcript. */
  say(text: string): Promise<unknown>;
  /** Stores a pairing request. @param at the time in its id, epoch ms */
  knock(senderId: string, at?: number): Promise<string>;
  /** Waits for these events, and no others. */
  hears(heard: Heard, told: readonly string[]): Promise<void>;
}

/** Call it where the tests are declared. */
export function eventStreamWorld(kind: string): EventStreamWorld {
  let stateDir: string;
  let borrowed: { url: string; release: () => Promise<void> } | undefined;
  let app: NestExpressApplication;

  const start = async () => {
    const env = { GATEHOUSE_STATE_DIR: stateDir, ...(borrowed && { DATABASE_URL: borrowed.url }) };
    app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment(env)));
    await app.listen(0, '127.0.0.1');
  };
  beforeEach(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-events-'));
    writeFileSync(join(stateDir, 'gatehouse.json'), '{ logging: { level: "silent" } }');
    borrowed = kind === 'PostgreSQL' ? await borrowDatabase() : undefined;
    await start();
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await borrowed?.release();
    rmSync(stateDir, { recursive: true });
  });

  const ask: EventStreamWorld['ask'] = async (token, headers = {}, method = 'GET') =>
    fetch(`${await app.getUrl()}/admin/v1/events`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const store = (work: (on: ReturnType<Database['on']>) => Promise<unknown>) => {
    const db = app.get(Database);
    return db.transaction((tx) => work(db.on(tx)));
  };
  return {
    get app() {
      return app;
    },
    get databaseUrl() {
      return borrowed?.url;
    },
    start,
    tokenOf: (role) => app.get(AdminTokens).create(SYSTEM, { role }),
    ask,
    listen: async (token, lastId) =>
      hearingOf(await ask(token, lastId === undefined ? {} : { 'last-event-id': lastId })),
    say: (text) => store((on) => on.insertInto('transcript').values(lineOf(text)).execute()),
    knock: async (senderId, at = Date.now()) => {
      const request = requestOf(senderId, at);
      await store((on) => on.insertInto('pairing_requests').values(request).execute());
      return request.id;
    },
    hears: (heard, told) =>
      eventually(() => heard.told.length >= told.length, {
        timeoutMs: 10_000,
        what: `${told.join()}, not ${heard.told.join()}`,
      }).then(() => expect(heard.told).toEqual(told)),
  };
}

async function hearingOf(response: Response): Promise<Heard> {
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const hangUp = () => void reader.cancel().catch(() => undefined);
  const heard: Heard = { told: [], hints: [], lastId: '', hasEnded: false, hangUp };
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (data === '{}') return void heard.hints.push(event!);
      const { text, action, sender_id, held, status, state } = JSON.parse(data) as Record<
        string,
        string | boolean
      >;
      heard.told.push(`${event}: ${text ?? action ?? sender_id ?? held ?? status ?? state}`);
      heard.lastId = id!;
    },
  });
  const read = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard.lastId ||= /^id: (\S+)$/m.exec(part.value)?.[1] ?? '';
      parser.feed(part.value);
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (heard.hasEnded = true));
  await eventually(() => heard.lastId !== '', { what: 'the first id' });
  return heard;
}
