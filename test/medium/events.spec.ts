import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createParser } from 'eventsource-parser';
import { AdminTokens, SYSTEM } from '../../src/access-control/index.js';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { newId, type Role } from '../../src/common/index.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';
import { Database } from '../../src/persistence/index.js';
import { eventually } from '../support/eventually.js';
import { borrowDatabase } from '../support/postgres-databases.js';

const PLACE = { channel: 'imbridge', account: 'default' };

/** Events received by a listener. */
interface Heard {
  readonly told: string[];
  lastId: string;
  hasEnded: boolean;
  hangUp(): void;
}

describe.each(['SQLite', 'PostgreSQL'])('the stream of events on %s', (kind) => {
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

  const tokenOf = (role: Role) => app.get(AdminTokens).create(SYSTEM, { role });
  const ask = async (token: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${await app.getUrl()}/admin/v1/events`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  async function listen(token: string, lastId?: string): Promise<Heard> {
    const response = await ask(token, lastId === undefined ? {} : { 'last-event-id': lastId });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const hangUp = () => void reader.cancel().catch(() => undefined);
    const heard: Heard = { told: [], lastId: '', hasEnded: false, hangUp };
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        const { text, action, sender_id } = JSON.parse(data) as Record<string, string>;
        heard.told.push(`${event}: ${text ?? action ?? sender_id}`);
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

  const write = (work: (on: ReturnType<Database['on']>) => Promise<unknown>) => {
    const db = app.get(Database);
    return db.transaction((tx) => work(db.on(tx)));
  };
  const say = (text: string) =>
    write((on) =>
      on
        .insertInto('transcript')
        .values({
          ...{ ...PLACE, id: newId('msg'), session_key: 's', conversation_id: 'c', event_id: 'e' },
          ...{ role: 'user' as const, text, created_at: Date.now() },
        })
        .execute(),
    );
  const knock = (sender_id: string) =>
    write((on) =>
      on
        .insertInto('pairing_requests')
        .values({
          ...{ ...PLACE, id: newId('pair'), sender_id, code: sender_id, status: 'pending' as const },
          ...{ created_at: Date.now(), expires_at: Date.now() + 60_000 },
        })
        .execute(),
    );
  const hears = (heard: Heard, told: readonly string[]) =>
    eventually(() => heard.told.length >= told.length, {
      timeoutMs: 10_000,
      what: `${told.join()}, not ${heard.told.join()}`,
    }).then(() => expect(heard.told).toEqual(told));

  it('reports events to each role that may know them, and continues where it broke off', async () => {
    const { token: owners } = await tokenOf('owner');
    const { token: viewers } = await tokenOf('viewer');
    await say('before');
    const [owner, viewer] = [await listen(owners), await listen(viewers)];
    await say('one');
    await hears(owner, ['message: one']);
    await knock('ann');
    await hears(owner, ['message: one', 'pairing: ann']);
    await tokenOf('viewer');
    await hears(owner, ['message: one', 'pairing: ann', 'audit: token.created']);
    await hears(viewer, ['message: one', 'pairing: ann']);
    await app.close();
    await eventually(() => owner.hasEnded && viewer.hasEnded, { what: 'the end of the lines' });
    await start();
    // More than a page, without a listener.
    for (let n = 0; n < 120; n++) await say(`missed ${n}`);
    await knock('ben');
    const again = await listen(viewers, viewer.lastId);
    await say('two');
    const missed = Array.from({ length: 120 }, (_, n) => `message: missed ${n}`);
    await eventually(() => again.told.length >= 122, { timeoutMs: 30_000, what: 'what was missed' });
    expect(again.told.filter((each) => each.startsWith('message'))).toEqual([...missed, 'message: two']);
    expect(again.told).toContain('pairing: ben');
    again.hangUp();
  }, 60_000);

  it('ends with the token, refuses ids of others, and answers HEAD at once', async () => {
    const { token, adminToken } = await tokenOf('viewer');
    const heard = await listen(token);
    for (const id of ['x', '1.2', '1.2.3', '-1..', '1.2.pair_x'])
      expect([id, (await ask(token, { 'last-event-id': id })).status]).toEqual([id, 400]);
    expect((await ask(token, {}, 'HEAD')).status).toBe(200);
    await app.get(AdminTokens).revoke(SYSTEM, adminToken.id);
    await say('secret');
    await eventually(() => heard.hasEnded, { what: 'the end of the line' });
    expect(heard.told).toEqual([]);
    // Simulates the restore of an older backup: events are reported from now on.
    const { token: other } = await tokenOf('viewer');
    const ahead = await listen(other, '999999.999999.');
    await say('after all');
    await hears(ahead, ['message: after all']);
    ahead.hangUp();
  }, 60_000);
});
