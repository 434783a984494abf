import { Database, JobQueue, type Schema } from '../../src/persistence/index.js';
import { AT, chat, GONE, group, LOGIN, MAIL, NAME, PHONE, rowsOf, SECRET } from '../support/person-rows.js';
import { wholeApp } from '../support/whole-app.js';

describe.each(['SQLite', 'PostgreSQL'] as const)('a user with two addresses, erased on %s', (dialect) => {
  const world = wholeApp(dialect);
  const db = () => world.app.get(Database, { strict: false });
  interface Answer {
    counts: Record<string, number>;
    pseudonym: string;
    finished_at: string | null;
  }
  const erase = async (person: object) => {
    const queue = world.app.get(JobQueue, { strict: false });
    await queue.start();
    try {
      return await world.call<Answer>('POST /admin/v1/people/erase', person);
    } finally {
      await queue.stop(0);
    }
  };

  /** All tables of ours as text. */
  const dump = async (): Promise<string> => {
    const tables = await db().on().introspection.getTables();
    const ours = tables.find(({ name }) => name === 'users')?.schema;
    const names = tables.filter(({ schema }) => schema === ours).map(({ name }) => name as keyof Schema);
    const all = names.map(async (name) => [name, await db().on().selectFrom(name).selectAll().execute()]);
    return JSON.stringify(await Promise.all(all));
  };

  it('is counted by a dry run as it is then erased, with keys, requests and every row of both', async () => {
    const made = await world.call<{ id: string }>('POST /admin/v1/users', {
      display_name: NAME,
      email: LOGIN,
    });
    const { id } = made.body;
    const key = await world.call<{ id: string; key: string }>(`POST /admin/v1/users/${id}/keys`, {
      name: 'of Robin',
    });
    const asked = await world.call('POST /v1/data/process', { input_data: SECRET }, key.body.key);
    expect([made.status, key.status, asked.status]).toEqual([201, 201, 200]);
    for (const [table, rows] of Object.entries(rowsOf(id, key.body.id)))
      await db()
        .on()
        .insertInto(table as keyof Schema)
        .values(rows)
        .execute();

    const dry = await world.call<Answer>('POST /admin/v1/people/erase', { user_id: id, dry_run: true });
    expect(dry.body.counts).toMatchObject({
      users: 1,
      keys: 1,
      links: 2,
      grants: 2,
      data_requests: 1,
      events: 1,
      messages: 1,
      deliveries: 1,
      conversations: 1,
      tool_calls: 1,
      unfinished_answers: 1,
      approvals: 1,
      tool_permissions: 1,
      holds: 1,
      loop_breaks: 1,
      usage: 8,
      budgets: 6,
      connector_notes: 1,
      pairing_requests: 1,
      webhook_messages: 1,
    });
    expect(await dump()).toContain(SECRET);
    const erased = await erase({ user_id: id });
    expect(erased.body.counts).toEqual(dry.body.counts);
    expect(erased.body.finished_at).not.toBeNull();
    const again = await world.call('POST /admin/v1/people/erase', { user_id: id });
    expect(again.status).toBe(404);

    const left = await dump();
    for (const text of [PHONE, MAIL, SECRET, NAME, LOGIN, id, chat.conversation_id])
      expect([text, left.toLowerCase().includes(text.toLowerCase())]).toEqual([text, false]);
    const { pseudonym } = erased.body;
    const [hold, ...others] = await db().on().selectFrom('holds').selectAll().execute();
    expect([hold, others]).toMatchObject([
      {
        ...group,
        held_by: `sender:${GONE}:${pseudonym}`,
        note: `ask ${pseudonym}`,
        open_event: null,
        open_payload: null,
      },
      [],
    ]);
    const decided = await db().on().selectFrom('approvals').selectAll().execute();
    expect(decided).toMatchObject([
      { id: 'apr_2', decided_by: `sender:${GONE}:${pseudonym}`, decided_by_name: pseudonym },
    ]);
    const days = await db().on().selectFrom('usage_days').selectAll().execute();
    expect(days).toMatchObject([{ sender: '', conversation: '', key_id: '', cost: 35, calls: 5 }]);
    expect(await db().on().selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    const acts = await db().on().selectFrom('audit_log').select('details').where('at', '=', AT).execute();
    expect(acts.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { channel: GONE, name: GONE },
      { sender_id: pseudonym, sender_name: pseudonym },
      { sender_id: pseudonym },
    ]);
    expect(
      await db().on().selectFrom('connector_state').select('key').where('channel', '=', GONE).execute(),
    ).toEqual([{ key: 'cursor' }]);
  }, 60_000);

  it('who is unknown is refused, and no act is recorded', async () => {
    const { status } = await erase({ channel: GONE, sender_id: '+12025550199' });
    expect(status).toBe(404);
    const acts = await db().on().selectFrom('audit_log').selectAll().execute();
    expect(acts.map(({ action }) => action)).not.toContain('person.erased');
  });
});
