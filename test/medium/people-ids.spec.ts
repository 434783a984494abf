import fc from 'fast-check';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { People, PeopleModule } from '../../src/people/index.js';
import { PersonalRows } from '../../src/people/rows/personal-rows.repository.js';
import type { Person } from '../../src/people/person.js';
import type { Database, Schema } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { FAKE } from '../support/fake-channel.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const AT = 1_700_000_000_000;
const PEOPLE = 2_000;
const BATCH = 100;
const BASES = [
  'ann@example.co',
  '262',
  '+12025550143',
  'José',
  '29:1aBcD',
  "o'neil@example.org",
  'a_b%c',
  'ann',
];
/** What makes an id into another one that contains it, or is contained in it. */
const JOINTS = [
  '',
  '.',
  '-',
  '+',
  '_',
  '%',
  "'",
  '"',
  '\\',
  ' ',
  '!',
  '~',
  ':',
  ';',
  '/',
  'm',
  '2',
  'é',
  '\u0301',
];
const OTHERS = ['', 'x', '2', '143', 'com', 'uk', 'é', 'ann', 'example.com'];

/** Ids that are parts, cases, normal forms and neighbours of each other. */
const ids = (): readonly string[] => {
  const changed = fc.oneof(
    fc.tuple(fc.nat(3), fc.nat(3)).map(
      ([a, b]) =>
        (id: string) =>
          id.slice(a, id.length - b),
    ),
    fc.tuple(fc.constantFrom(...JOINTS), fc.constantFrom(...OTHERS), fc.boolean()).map(
      ([joint, other, isBefore]) =>
        (id: string) =>
          isBefore ? other + joint + id : id + joint + other,
    ),
    fc.constantFrom(
      (id: string) => id.toUpperCase(),
      (id: string) => id.toLowerCase(),
      (id: string) => id.normalize('NFD'),
      (id: string) => id.normalize('NFC'),
      (id: string) => id.replace(/.$/su, '_'),
      (id: string) => id.replace(/^./su, '%'),
    ),
  );
  const id = fc
    .tuple(fc.constantFrom(...BASES), fc.array(changed, { minLength: 1, maxLength: 2 }))
    .map(([base, changes]) => changes.reduce((made, change) => change(made), base).trim())
    .filter((made) => made !== '');
  return [...new Set([...BASES, ...fc.sample(id, { numRuns: 20_000, seed: 37 })])].slice(0, PEOPLE);
};

/** Stands in each row of a person, where nothing is looked for. */
const tag = (n: number) => `#${n}#`;
const place = (n: number) => ({ channel: FAKE, account: DEFAULT_ACCOUNT, conversation_id: `chat-${tag(n)}` });

const rowsOf = (id: string, n: number): Partial<Record<keyof Schema, object[]>> => {
  const sender = { channel: FAKE, account: DEFAULT_ACCOUNT, sender_id: id };
  const session = `agent:main:${FAKE}:direct:${id}`;
  const event = { state: 'done', outcome: 'turn', payload: '', received_at: AT, session_key: session };
  const words = { session_key: session, created_at: AT, event_id: `evt_${tag(n)}` };
  return {
    grants: [
      { ...sender, id: `grt_${tag(n)}`, source: 'operator', created_at: AT, created_by: 'token:owner' },
    ],
    pairing_requests: [
      { ...sender, id: `prq_${tag(n)}`, code: `C${n}`, status: 'approved', created_at: AT, expires_at: AT },
    ],
    conversations: [
      { ...place(n), id: `cnv_${tag(n)}`, kind: 'direct', created_at: AT, last_message_at: AT },
    ],
    inbound_events: [
      { ...place(n), ...event, id: `evt_${tag(n)}`, inbox_key: `1:${n}`, sender_id: id },
      // Only its session says whose it is.
      { ...place(n), ...event, id: `evt2_${tag(n)}`, inbox_key: `2:${n}`, conversation_id: `else-${tag(n)}` },
    ],
    transcript: [{ ...place(n), ...words, id: `msg_${tag(n)}`, role: 'user', sender_id: id, text: 'hello' }],
    sessions: [{ session_key: session, begins_after: 0, updated_at: AT, model: tag(n) }],
    audit_log: [
      {
        at: AT,
        actor: `sender:${FAKE}:${id}`,
        action: 'a',
        subject: 'b',
        details: JSON.stringify({ tag: tag(n) }),
      },
      {
        at: AT,
        actor: 'token:owner',
        action: 'a',
        subject: `${FAKE}:${id}`,
        details: JSON.stringify({ tag: tag(n), sender_id: id }),
      },
    ],
    connector_state: [
      {
        channel: FAKE,
        account: DEFAULT_ACCOUNT,
        key: `k${tag(n)}`,
        value: `sender:${FAKE}:${id}`,
        updated_at: AT,
      },
      // Another channel has the same id.
      {
        channel: 'other',
        account: DEFAULT_ACCOUNT,
        key: `k#other-${n}#`,
        value: `sender:${FAKE}:${id}`,
        updated_at: AT,
      },
    ],
    dead_jobs: [
      {
        id: n,
        kind: 'inbound',
        key: session,
        payload: JSON.stringify({ t: tag(n) }),
        attempts: 1,
        created_at: AT,
        died_at: AT,
      },
    ],
    holds: [
      { ...place(n), conversation_id: `group-${tag(n)}`, held_at: AT, held_by: `sender:${FAKE}:${id}` },
    ],
  };
};

async function store(db: Database, people: readonly string[]): Promise<void> {
  for (let from = 0; from < people.length; from += BATCH) {
    const rows = people.slice(from, from + BATCH).map((id, index) => rowsOf(id, from + index + 1));
    await db.transaction(async (tx) => {
      for (const table of Object.keys(rows[0]!) as (keyof Schema)[])
        await db
          .on(tx)
          .insertInto(table)
          .values(rows.flatMap((each) => each[table] ?? []))
          .execute();
    });
  }
}

/** What an export has of each person. */
const KINDS = [
  'acts',
  'acts',
  'connector_notes',
  'conversations',
  'events',
  'events',
  'grants',
  'messages',
  'pairing_requests',
];

/** All rows, by their JSON. */
async function stored(db: Database): Promise<Set<string>> {
  const all = new Set<string>();
  for (const table of Object.keys(rowsOf('', 0)) as (keyof Schema)[])
    for (const row of await db.on().selectFrom(table).selectAll().execute())
      all.add(`${table} ${JSON.stringify(row)}`);
  return all;
}

describe.each(DATABASES)('ids that are like each other on %s', (_, open) => {
  const world = pipelineWorld(open);
  const people = ids();
  const personOf = (index: number): Person => ({
    addresses: [{ channel: FAKE, account: null, senderId: people[index]! }],
    userId: null,
    isCaseSensitive: true,
    pseudonym: `erased_${index}`,
  });
  const anyone = fc.oneof(fc.nat(BASES.length - 1), fc.nat(PEOPLE - 1));

  it('never lead to rows of another person: an export holds those of one, an erasing touches those of one', async () => {
    const p = await world.start({ modules: [PeopleModule] });
    const parts = p.module.get(PersonalRows, { strict: false });
    await store(p.db, people);
    expect(people).toHaveLength(PEOPLE);
    const before = await stored(p.db);
    const erased = new Set<number>();
    await fc.assert(
      fc.asyncProperty(anyone, fc.boolean(), async (index, isErased) => {
        if (erased.has(index)) return;
        const footprint = await parts.find(personOf(index));
        const found: string[] = [];
        for await (const { kind, record } of parts.list(footprint))
          found.push(`${kind} ${JSON.stringify(record)}`);
        expect(found.filter((each) => !each.includes(tag(index + 1)))).toEqual([]);

        expect(found.map((each) => each.split(' ')[0]).sort()).toEqual(KINDS);
        if (!isErased) return;
        erased.add(index);
        await parts.erase(footprint);
        for await (const each of parts.list(await parts.find(personOf(index)))) expect(each).toBeUndefined();
      }),
      { numRuns: 100, seed: 37, examples: BASES.map((_base, index) => [index, true] as [number, boolean]) },
    );
    const after = await stored(p.db);
    const isTheirs = (row: string) => [...erased].some((index) => row.includes(tag(index + 1)));
    expect(erased.size).toBeGreaterThan(20);
    expect([...before].filter((row) => !isTheirs(row) && !after.has(row))).toEqual([]);
    expect([...after].filter((row) => !isTheirs(row) && !before.has(row))).toEqual([]);
    // Nothing names the erased any more, but rows of another channel.
    const left = [...before].filter((row) => isTheirs(row) && after.has(row));
    expect(left).toEqual([]);
  });

  it('are listed when one of them is written wrongly, and no act is recorded', async () => {
    const p = await world.start({ modules: [PeopleModule] });
    await store(p.db, ['ann@example.com', '+12025550143', 'zoe@example.org']);
    const sut = p.module.get(People, { strict: false });
    const owner = { id: 'token:owner', role: 'owner' } as const;
    const wrong = (senderId: string, account: string | null = null): Person => ({
      addresses: [{ channel: FAKE, account, senderId }],
      userId: null,
      pseudonym: 'erased_x',
    });
    const acts = async () => (await p.db.on().selectFrom('audit_log').select('seq').execute()).length;
    const before = await acts();
    for (const [typed, details] of [
      ['ann@example.co', 'sender_id has no exact match; similar: ann@example.com'],
      ['+12025550134', 'sender_id has no exact match; similar: +12025550143'],
      ['nobody', 'sender_id is unknown, and there is no similar id'],
    ] as const) {
      const refused = {
        code: 'NOT_FOUND',
        message: `Nothing is stored about this sender of ${FAKE}.`,
        details,
      };
      await expect(sut.export(owner, wrong(typed))).rejects.toMatchObject(refused);
      await expect(sut.erase(owner, wrong(typed))).rejects.toMatchObject(refused);
    }
    const ofOne = { message: `Nothing is stored about this sender of ${FAKE}/second.` };
    await expect(sut.erase(owner, wrong('zoe@example.com', 'second'))).rejects.toMatchObject(ofOne);
    expect(await acts()).toBe(before);
    // A user may have none of them, or nothing stored.
    await expect(sut.refuseUnknown({ ...wrong('nobody'), userId: 'usr_1' }, {})).resolves.toBeUndefined();
    await expect(sut.refuseUnknown({ ...wrong('nobody'), addresses: [] }, {})).resolves.toBeUndefined();
  });
});
