import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Pipeline, type PipelineOptions, stopped, transcriptIn } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const COALESCE = { messages: { coalesceMs: { fake: 150 } } };
const LINK = 'https://garden.example.org/mulch';
const BALLOON = { continuesWithinMs: 2_500 };

describe.each(DATABASES)('joined messages on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  /** Between two messages no time passes but what the test lets pass. */
  let clock: FakeClock;
  beforeEach(() => (clock = new FakeClock(Date.now())));
  const start = async (options: PipelineOptions = {}) => {
    p = await world.start({ clock, settings: { dmPolicy: 'open' }, ...options });
  };
  const said = () => p.connector.sent.map(({ text }) => text);
  const entries = async () => {
    const rows = await transcriptIn(world.database.db);
    return rows.map(({ role, text, remote_id: id }) => [role, text, id]);
  };
  const hang = () => {
    p.runtime.answer = ({ text }, signal) => (p.runtime.asked.length > 1 ? `echo: ${text}` : stopped(signal));
  };
  const isAsked = (times: number) =>
    eventually(() => p.runtime.asked.length === times, { what: `${times} questions` });

  it('row 6: a link that follows a text during its turn gets one answer with the text', async () => {
    await start();
    hang();
    await p.connector.receive('ann', 'Summarise this one for me');
    await isAsked(1);
    await p.connector.receive('ann', LINK, BALLOON);
    await world.idle(p);
    expect(said()).toEqual([`echo: Summarise this one for me\n${LINK}`]);
    expect(await entries()).toEqual([
      ['user', 'Summarise this one for me', 'in-1'],
      ['user', LINK, 'in-2'],
      ['assistant', said()[0], null],
    ]);
  });

  it('a file that follows its text during its turn gets one answer with the text', async () => {
    await start();
    hang();
    p.connector.media.set('f', Buffer.from('x'));
    const file = { id: 'f', name: 'a.txt', mimeType: 'text/plain', bytes: 1 };
    await p.connector.receive('ann', 'What is this?');
    await isAsked(1);
    const late = { messageId: 'in-1' as never, replyTo: 'in-1' as never, continuesWithinMs: 600_000 };
    await p.connector.receive('ann', '', { ...late, attachments: [file] });
    await world.idle(p);
    expect(said()).toEqual(['echo: What is this?']);
    expect(p.runtime.asked[1]?.message.attachments).toMatchObject([{ name: 'a.txt' }]);
  });

  it('a contact that follows its text during its turn is given by its words, and stored in its own entry', async () => {
    await start();
    hang();
    const card = Buffer.from('BEGIN:VCARD\nFN:Bo\nEND:VCARD\n');
    p.connector.media.set('f', card);
    const file = { id: 'f', name: 'bo.vcf', mimeType: 'text/vcard', bytes: card.length };
    await p.connector.receive('ann', 'Who is this?');
    await isAsked(1);
    await p.connector.receive('ann', '', { ...BALLOON, attachments: [file] });
    await world.idle(p);
    expect(said()).toEqual(['echo: Who is this?\n[contact: Bo]']);
    expect((await entries()).slice(0, 2)).toEqual([
      ['user', 'Who is this?', 'in-1'],
      ['user', '[contact: Bo]\n[attachment: bo.vcf (text/vcard)]', 'in-2'],
    ]);
  });

  it('a file that comes after its text and another message is answered with its text', async () => {
    await start();
    hang();
    p.connector.media.set('f', Buffer.from('x'));
    const file = { id: 'f', name: 'a.txt', mimeType: 'text/plain', bytes: 1 };
    await p.connector.receive('ann', 'What is this?', { inboxKey: 'text' });
    await isAsked(1);
    await p.connector.receive('ann', 'And hello!');
    const late = { continues: 'text', continuesWithinMs: 600_000, attachments: [file] };
    await p.connector.receive('ann', '', late);
    await world.idle(p);
    expect(said()).toEqual(['echo: And hello!', 'echo: What is this?']);
    expect(p.runtime.asked.at(-1)?.message.attachments).toMatchObject([{ name: 'a.txt' }]);
  });

  it('a link joins no text that was answered, of another sender or conversation, or too old', async () => {
    await start();
    await p.connector.receive('ann', 'one');
    await world.idle(p);
    await p.connector.receive('ann', LINK, BALLOON);
    hang();
    p.runtime.asked.length = 0;
    await p.connector.receive('ben', 'two');
    await isAsked(1);
    await p.connector.receive('ann', LINK, BALLOON);
    await p.connector.receive('ben', 'late', { continuesWithinMs: -1 });
    await p.connector.receive('ben', '/stop');
    await world.idle(p);
    expect(said().filter((text) => text.includes('\n'))).toEqual([]);
  });

  it('a link joins no waiting text that is too old', async () => {
    await start();
    const isThought = Promise.withResolvers<undefined>();
    p.runtime.answer = async ({ text }) => {
      await isThought.promise;
      return `echo: ${text}`;
    };
    await p.connector.receive('ann', 'one');
    await isAsked(1);
    clock.advance(BALLOON.continuesWithinMs + 1);
    await p.connector.receive('ann', LINK, BALLOON);
    isThought.resolve(undefined);
    await world.idle(p);
    expect(said()).toEqual(['echo: one', `echo: ${LINK}`]);
  });

  it('a text that ends with a link waits for its preview, up to its time, and has the link once', async () => {
    await start();
    await p.connector.receive('ann', `look ${LINK}`, { awaitsMs: 20_000 });
    await p.connector.receive('ann', LINK, BALLOON);
    await world.idle(p);
    expect(said()).toEqual([`echo: look ${LINK}`]);
    await p.connector.receive('ann', `look ${LINK}`, { awaitsMs: 50 });
    clock.advance(50);
    await world.idle(p);
    expect(said()).toHaveLength(2);
  });

  it("row 7: a sender's quick messages and files get one answer, and a part can be unsent", async () => {
    await start({ config: COALESCE });
    p.connector.features = { sendAttachment: 'full' };
    p.runtime.answer = async ({ text, tools }, signal) => {
      const back = { action: 'sendAttachment', buffer: 'attachment:1' };
      expect(await tools!()!.call('message', back, signal)).toMatchObject({ ok: true });
      return `echo: ${text}`;
    };
    p.connector.media.set('f', Buffer.from('x'));
    const file = { id: 'f', name: 'a.txt', mimeType: 'text/plain', bytes: 1 };
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ann', 'two', { attachments: [file] });
    await p.connector.receive('ann', 'three');
    clock.advance(150);
    await world.idle(p);
    expect(said().at(-1)).toBe('echo: one\ntwo\nthree');
    expect(p.connector.sent.map(({ filename }) => filename)).toEqual(['a.txt', undefined]);
    expect(p.runtime.asked[0]?.message.attachments).toMatchObject([{ name: 'a.txt' }]);
    await p.connector.happens('ann', { type: 'unsent', messageId: 'in-1' as never });
    await world.idle(p);
    const user = (await entries()).filter(([role]) => role === 'user').map(([, text]) => text);
    expect(user).toEqual([
      '[taken back]',
      'two\n[attachment: a.txt (text/plain)]',
      'three',
      'deleted the message',
    ]);
  });

  it('messages are not joined across a command, nor beyond five pauses', async () => {
    await start({ config: { messages: { coalesceMs: 60 } } });
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ann', '/new');
    await p.connector.receive('ann', 'two');
    clock.advance(60);
    await world.idle(p);
    expect(said().filter((text) => text.startsWith('echo'))).toEqual(['echo: one', 'echo: two']);
    const early = clock.now() - 400;
    const { db } = world.database;
    await p.queue.stop(1_000);
    for (const text of ['three', 'four']) await p.connector.receive('ann', text);
    await db.transaction(async (tx) => {
      const first = db
        .on(tx)
        .selectFrom('inbound_events')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('payload', 'like', '%three%');
      await db
        .on(tx)
        .updateTable('inbound_events')
        .set({ received_at: early })
        .where('id', '=', first)
        .execute();
    });
    await p.stop();
    clock.advance(60);
    await start({ config: { messages: { coalesceMs: 60 } } });
    await world.idle(p);
    expect(said()).toEqual(['echo: three', 'echo: four']);
  });

  it('joined messages survive a restart before and after joining, answered once', async () => {
    await start({ config: { messages: { coalesceMs: 1_000 } } });
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ann', 'two');
    await p.queue.stop(2_000);
    await p.stop();
    clock.advance(1_000);
    await start({ config: COALESCE });
    // On PostgreSQL a wait from before the restart is checked every ten seconds.
    await p.queue.expedite('inbound');
    await world.idle(p);
    expect(said()).toEqual(['echo: one\ntwo']);
    hang();
    p.runtime.asked.length = 0;
    // The connector is new, and counts from the beginning.
    for (const text of ['three', 'four']) await p.connector.receive('ann', text, { inboxKey: `msg:${text}` });
    clock.advance(150);
    await isAsked(1);
    expect(p.runtime.asked[0]?.text).toBe('three\nfour');
    await p.queue.stop(50);
    await p.stop();
    await start();
    await p.queue.expedite('inbound');
    await world.idle(p);
    expect(said()).toEqual(['echo: three\nfour']);
  });
});
