import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import JSON5 from 'json5';
import type { ConversationId, SenderId } from '../../src/channels/index.js';
import { SystemClock } from '../../src/common/index.js';
import { type Environment, loadConfigIn } from '../../src/config/index.js';
import { ConnectorStateRepository } from '../../src/inbound/channel-host/connector-state.repository.js';
import { Polls } from '../../src/conversations/outgoing/polls/polls.repository.js';
import { importOpenclaw } from '../../src/import/index.js';
import { migrateDatabase, openDatabase } from '../../src/persistence/index.js';
import { References } from '../../src/workchat/service/references/references.js';
import { digestOf } from '../support/openclaw/digest.js';
import {
  CONVERSATION,
  LAYOUTS,
  type Layout,
  openclawFolder,
  PERSON,
  SECRETS,
} from '../support/openclaw/state-dir.js';
import { scopeOf } from '../support/openclaw/import-world.js';
import { transferWorld } from '../support/transfer-world.js';

const { place, open } = transferWorld();
const run = (environment: Environment, folder: string, { dryRun = false } = {}) =>
  importOpenclaw({ folder, dryRun, scope: scopeOf(environment), channels: ['workchat'] });

const removals: (() => void)[] = [];
afterEach(() => removals.splice(0).forEach((remove) => remove()));

/** A recorded OpenClaw, and a place for a gateway. */
async function given(layout: Layout, config?: string, dialect = 'SQLite') {
  const source = openclawFolder(layout, config);
  removals.push(source.remove);
  return { source, environment: await place(dialect) };
}

/** The paths of the leaves, by another reading than the program's own. */
function leaves(value: unknown, path: readonly unknown[] = []): readonly string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [JSON.stringify(path)];
  return entries.flatMap(([key, item]) => leaves(item, [...path, key]));
}

describe.each(LAYOUTS)('an OpenClaw of the layout %s', (layout) => {
  it('is taken over without a change in it, and a second time nothing changes', async () => {
    const { source, environment } = await given(layout);
    const before = digestOf(source.dir);
    const dry = await run(environment, source.dir, { dryRun: true });
    expect(existsSync(environment.stateDir)).toBe(false);
    const report = await run(environment, source.dir);
    expect(report).toEqual({ ...dry, dry_run: false });
    expect(report.layout).toBe(layout);
    expect(() => loadConfigIn(scopeOf(environment))).not.toThrow();
    const written = digestOf(environment.stateDir, { times: false });
    const again = await run(environment, source.dir);
    expect(digestOf(environment.stateDir, { times: false })).toEqual(written);
    expect([...again.settings, ...again.secrets].filter(({ state }) => state !== 'there')).toEqual([]);
    expect(again.grants.map((each) => each.new)).toEqual(report.grants.map(() => 0));
    expect(digestOf(source.dir)).toEqual(before);
    const shown = JSON.stringify([report, again]) + readFileSync(environment.configFile, 'utf8');
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
  });

  it('has every key of its configuration in the report', async () => {
    const { source, environment } = await given(layout);
    const { keys, config } = await run(environment, source.dir, { dryRun: true });
    const { $include, ...own } = JSON5.parse<Record<string, unknown>>(readFileSync(config!, 'utf8'));
    const included =
      $include === undefined
        ? {}
        : JSON5.parse<object>(readFileSync(join(source.dir, 'extra.json5'), 'utf8'));
    expect(keys).toHaveLength(leaves({ ...own, ...included }).length);
    expect(new Set(keys.map(({ path }) => path)).size).toBe(keys.length);
    const unknown = keys.filter(({ outcome }) => outcome === 'unknown').map(({ path }) => path);
    expect(unknown.filter((path) => !/somethingNew|weird/.test(path))).toEqual([]);
  });
});

describe.each(['SQLite', 'PostgreSQL'])('what an OpenClaw knows, on %s', (dialect) => {
  it.each(['json', 'sqlite'] as const)(
    'its people, conversations and polls are found by their owners (%s)',
    async (layout) => {
      const { source, environment } = await given(layout, undefined, dialect);
      await run(environment, source.dir);
      const db = await open(environment);
      const grants = await db
        .on()
        .selectFrom('grants')
        .select(['channel', 'account', 'sender_id', 'source'])
        .orderBy('id')
        .execute();
      expect(grants).toEqual([
        { channel: 'imbridge', account: 'home', sender_id: '+12025550150', source: 'pairing' },
        { channel: 'imbridge', account: 'home', sender_id: 'eve@example.org', source: 'pairing' },
        { channel: 'workchat', account: 'default', sender_id: PERSON, source: 'pairing' },
      ]);
      const audit = await db.on().selectFrom('audit_log').select(['actor', 'action']).execute();
      expect(audit).toEqual(grants.map(() => ({ actor: 'import:openclaw', action: 'grant.added' })));

      const clock = new SystemClock();
      const references = new References(new ConnectorStateRepository(db, clock), clock);
      expect(await references.personalChatWith(PERSON as SenderId)).toBe(CONVERSATION);
      expect(await references.find(CONVERSATION as ConversationId)).toMatchObject({
        kind: 'direct',
        serviceUrl: 'https://smba.trafficmanager.net/emea/',
        bot: { id: '28:bot' },
        person: { aadObjectId: PERSON },
      });
      const channel = await references.find('19:ab@thread.tacv2' as ConversationId);
      expect(channel).toMatchObject({ kind: 'channel', team: '19:team@thread.tacv2' });
      expect(await references.all()).toHaveLength(3);

      const polls = new Polls(db);
      const poll = {
        question: 'Lunch?',
        options: ['Pizza', 'Soup'],
        maxSelections: 1,
        createdBy: 'openclaw',
      };
      expect(await polls.find('p1')).toMatchObject(poll);
      expect((await polls.get('p1')).votes).toMatchObject([{ senderId: PERSON, selections: [0] }]);
    },
  );

  it('ours stays where it has a grant, a conversation or a poll already', async () => {
    const { source, environment } = await given('json', undefined, dialect);
    await run(environment, source.dir);
    const db = await openDatabase(environment);
    const before = { key: `person:${PERSON}`, value: 'a:newer' };
    await db.transaction(async (tx) => {
      await db
        .on(tx)
        .updateTable('connector_state')
        .set({ value: before.value })
        .where('key', '=', before.key)
        .execute();
      await db.on(tx).updateTable('polls').set({ question: 'Ours?' }).execute();
      await db.on(tx).deleteFrom('grants').where('sender_id', '=', 'eve@example.org').execute();
    });
    await db.close();
    const { grants, polls } = await run(environment, source.dir);
    expect([grants[0], polls]).toEqual([
      { channel: 'imbridge', account: 'home', new: 1, there: 1 },
      { new: 0, there: 1 },
    ]);
    const again = await open(environment);
    const kept = again.on().selectFrom('connector_state').select('value').where('key', '=', before.key);
    expect(await kept.execute()).toEqual([{ value: before.value }]);
    expect(await again.on().selectFrom('polls').select('question').execute()).toEqual([
      { question: 'Ours?' },
    ]);
  });

  it('a gateway that has the database open is not written beside, but a dry run looks', async () => {
    const { source, environment } = await given('json', undefined, dialect);
    await migrateDatabase(environment);
    const gateway = await open(environment);
    await gateway.on().selectFrom('grants').select('id').execute();
    await expect(run(environment, source.dir)).rejects.toThrow('a gateway is running');
    expect(existsSync(environment.configFile)).toBe(false);
    expect((await run(environment, source.dir, { dryRun: true })).grants).toHaveLength(2);
  });
});
