import { buffer } from 'node:stream/consumers';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { type Actor, AuditLog, Grants, type SenderKey } from '../../src/access-control/index.js';
import { DEFAULT_ACCOUNT, type SenderId } from '../../src/channels/index.js';
import { PeopleModule, People, PersonFinder } from '../../src/people/index.js';
import { ErasuresRepository } from '../../src/people/erasures.repository.js';
import { PersonalRows } from '../../src/people/rows/personal-rows.repository.js';
import type { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE, only } from '../support/fake-channel.js';
import { digests, filesWith, storePeople } from '../support/people-world.js';
import { hangingAnswer, type Pipeline, transcriptIn } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';
import { entriesIn } from '../support/zip-entries.js';
import { deleteOlder } from '../support/delete-older.js';

const OWNER: Actor = { id: 'token:owner', role: 'owner' };
const ROBIN = 'robin.4711@example.org';
const SECRET = 'the strawberry fields are mine';
const IN_GROUP = 'robins words among others';
const NAME = 'Robin Quillfeather';
const sender = { id: ROBIN as SenderId, isSelf: false, name: NAME };
const person: SenderKey = { channel: FAKE, account: DEFAULT_ACCOUNT, senderId: ROBIN };

/** `npm run test:erasing` takes 10,000. */
const PEOPLE = Number(process.env.GATEHOUSE_TEST_PEOPLE ?? 300);

describe.each(DATABASES)('a person on %s', (dialect, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const get = <T>(type: abstract new (...args: never[]) => T): T => p.module.get<T>(type, { strict: false });
  const start = async () => {
    p = await world.start({
      modules: [PeopleModule],
      config: { session: { dmScope: 'per-sender' } },
      settings: {
        groupPolicy: 'open',
        group: () => ({ isExcluded: false, requireMention: true }),
        allowFrom: only('ann'),
      },
    });
    return p;
  };
  const named = () => get(PersonFinder).find({ channel: FAKE, sender: ROBIN });
  const erase = async () => get(People).erase(OWNER, await named());
  const count = async () => get(People).count(await named());
  const letIn = () => get(Grants).create(OWNER, person);
  const say = async (text: string, more: object = {}) => {
    await p.connector.receive(ROBIN, text, { sender, ...more });
    await world.idle(p);
  };
  const sayInGroup = async (from: string, text: string) => {
    const by = from === ROBIN ? { sender } : {};
    await p.connector.receiveInGroup('group-1', from, text, { mentionsUs: true, ...by });
    await world.idle(p);
  };
  const isTheirs = (row: string) =>
    [ROBIN, SECRET, IN_GROUP, NAME, file.name].some((text) => row.includes(text));
  const file = { id: 'f1', name: 'robins-letter.txt', mimeType: 'text/plain', bytes: 24 };

  /** Robin asks, is let in, is answered, sends a file, and talks in a group where Ann does too. */
  const talk = async () => {
    await say(SECRET);
    await letIn();
    await say(`${SECRET}!`);
    p.connector.media.set('f1', Buffer.from('a letter that Robin sent'));
    await say('look', { attachments: [file] });
    await sayInGroup('ann', 'good morning');
    await sayInGroup(ROBIN, IN_GROUP);
    await sayInGroup('ann', 'good night');
  };

  it('among many is erased without a byte left, and the rows of all others are as before', async () => {
    await start();
    await storePeople(p.db, PEOPLE);
    await talk();
    const before = await digests(p.db, isTheirs);
    expect(Object.keys(await count()).sort()).toEqual(
      expect.arrayContaining(['conversations', 'deliveries', 'events', 'files', 'grants', 'messages']),
    );
    const { pseudonym, finishedAt } = await erase();
    expect(finishedAt).not.toBeNull();
    expect(await count()).toEqual({});
    const after = await digests(p.db, (row) => isTheirs(row) || /\[erased\]|"erased|erased_/.test(row));
    const differing = differingTables(before, after);
    expect(differing).toEqual([]);
    const lines = (await transcriptIn(p.db)).slice(2 * PEOPLE).map(({ role, text }) => `${role} ${text}`);
    expect(lines).toEqual([
      'user good morning',
      'assistant echo: good morning',
      'user [erased]',
      'assistant [erased]',
      'user good night',
      'assistant echo: good night',
    ]);
    const acts = await get(AuditLog).list(9, undefined, { action: 'person.erased' });
    expect(acts.map(({ actor, subject }) => [actor, subject])).toEqual([[OWNER.id, pseudonym]]);
    if (dialect === 'SQLite') {
      const folder = dirname((world.database.db as SqliteDatabase).file);
      expect(filesWith(folder, [ROBIN, SECRET, IN_GROUP, NAME, 'a letter that Robin sent'])).toEqual([]);
      // Not vacuous: others are found.
      expect(filesWith(folder, [`Person ${PEOPLE - 1}`, 'good night'])).not.toEqual([]);
    }
  });

  it('is a stranger afterwards, and an old message that comes again brings nothing back', async () => {
    await start();
    await letIn();
    const old = p.connector.message(ROBIN, SECRET, { sender });
    await p.connector.receive(ROBIN, SECRET, old);
    await world.idle(p);
    await erase();
    await p.connector.receive(ROBIN, SECRET, old);
    await world.idle(p);
    expect(await count()).toEqual({});
    expect(p.connector.textsTo(ROBIN)).toEqual([`echo: ${SECRET}`]);
    await say('hello again');
    expect(p.connector.textsTo(ROBIN)).toEqual([`echo: ${SECRET}`, expect.stringMatching(/code/i)]);
    expect(Object.keys(await count())).toContain('pairing_requests');
  });

  it('whose turn is running is not written back by it, and others in the group are answered', async () => {
    await start();
    const hanging = hangingAnswer();
    let isAsked = false;
    p.runtime.answer = async ({ text }) => {
      if (text !== IN_GROUP) return `echo: ${text}`;
      isAsked = true;
      // Continues when it is told to stop, as a model may.
      await hanging.until(new AbortController().signal);
      return `never: ${IN_GROUP}`;
    };
    await p.connector.receiveInGroup('group-1', ROBIN, IN_GROUP, { mentionsUs: true, sender });
    await eventually(() => isAsked, { what: 'a running turn' });
    await p.connector.receiveInGroup('group-1', 'ann', 'and me?', { mentionsUs: true });
    const erased = erase();
    await eventually(() => p.connector.textsIn('group-1').includes('echo: and me?'), {
      what: 'the answer to the next person',
    });
    hanging.letGo();
    await erased;
    await world.idle(p);
    expect(p.connector.textsIn('group-1')).toEqual(['echo: and me?']);
    expect(await count()).toEqual({});
    expect((await transcriptIn(p.db)).map(({ text }) => text)).toEqual(['and me?', 'echo: and me?']);
  });

  it('is erased by the next start when a crash came in between', async () => {
    await start();
    await letIn();
    await say(SECRET);
    const { db } = world.database;
    const expunge = db.expunge.bind(db);
    let expunged = 0;
    db.expunge = () => Promise.reject(new Error('killed'));
    const erasing = erase().catch(() => undefined);
    await eventually(
      async () => (await db.on().selectFrom('erasures').select('person').execute())[0]?.person === null,
    );
    await p.stop();
    db.expunge = async () => {
      await expunge();
      expunged++;
    };
    await start();
    await eventually(
      async () =>
        ((await db.on().selectFrom('erasures').select('finished_at').execute())[0]?.finished_at ?? null) !==
        null,
    );
    await erasing;
    expect([await count(), expunged]).toEqual([{}, 1]);
  });

  it('is in the record of their erasing until no row is left, and that record until it is old', async () => {
    const { db } = world.database;
    const sut = new ErasuresRepository(db);
    const addresses = [{ channel: FAKE, account: null, senderId: ROBIN }];
    const erasureOf = (id: string, createdAt: number) => ({
      id,
      pseudonym: `erased_${id}`,
      person: { addresses, userId: null, pseudonym: `erased_${id}` },
      requestedBy: OWNER.id,
      counts: { events: 2 },
      createdAt,
      finishedAt: null,
    });
    const all = [erasureOf('ers_1', 1), erasureOf('ers_2', 2), erasureOf('ers_3', 3)];
    const [first, second, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    for (const each of all) await db.transaction((tx) => sut.insert(tx, each));
    await db.transaction((tx) => sut.forgetPerson(tx, 'ers_1'));
    await db.transaction((tx) => sut.forgetPerson(tx, 'ers_2'));
    expect(await sut.underWay()).toEqual([third]);
    await db.transaction((tx) => sut.finish(tx, 'ers_1', 10));
    expect(await sut.find('ers_1')).toEqual({ ...first, person: null, finishedAt: 10 });
    expect(await sut.find('ers_2')).toEqual({ ...second, person: null });
    expect(await sut.find('ers_4')).toBeUndefined();
    const deleted = (before: number) => deleteOlder(db, sut, before, 9);
    expect([await deleted(10), await deleted(11), await deleted(12)]).toEqual([0, 1, 0]);
    expect(await sut.find('ers_1')).toBeUndefined();
    expect(await sut.find('ers_2')).toBeDefined();
  });

  it('has no file left when a crash came between the row that names it and its own', async () => {
    await start();
    await talk();
    const { db } = world.database;
    const files = () => db.on().selectFrom('message_files').select('media_id').execute();
    const transaction = db.transaction.bind(db);
    db.transaction = async (...work) => {
      if ((await files()).length === 0) throw new Error('killed');
      return transaction(...work);
    };
    const parts = get(PersonalRows);
    const erased = parts.find(await named()).then((footprint) => parts.erase(footprint));
    await expect(erased).rejects.toThrow('killed');
    db.transaction = transaction;
    await erase();
    expect(await db.on().selectFrom('media').select('id').execute()).toEqual([]);
  });

  it('is handed out in one archive: a file for each kind of record, and the files they sent', async () => {
    await start();
    await talk();
    const archive = await buffer(Readable.from(await get(People).export(OWNER, await named())));
    const entries = entriesIn(archive);
    const read = (name: string) =>
      JSON.parse(entries.get(name)?.toString() ?? 'null') as Record<string, unknown>[];
    expect(read('person.json')).toMatchObject({
      senders: [{ channel: FAKE, account: null, senderId: ROBIN }],
    });
    expect(read('messages.json').map(({ text }) => text)).toEqual(
      expect.arrayContaining([`${SECRET}!`, IN_GROUP, `echo: ${IN_GROUP}`]),
    );
    expect(JSON.stringify(read('messages.json'))).not.toContain('good morning');
    expect(read('grants.json')).toMatchObject([{ sender_id: ROBIN, created_by: OWNER.id }]);
    const letter = [...entries].find(([name]) => /^files\/[0-9a-f]{12}-robins-letter\.txt$/.test(name));
    expect(letter?.[1].toString()).toBe('a letter that Robin sent');
  });
});

/** The tables whose rows of others differ. */
function differingTables(before: Record<string, string>, after: Record<string, string>) {
  return Object.keys(before).filter((table) => before[table] !== after[table]);
}
