import { createHash, randomBytes } from 'node:crypto';
import { RuntimeFailure, type ToolResult } from '../../src/assistant/index.js';
import type { AccountSettings, SendOutcome } from '../../src/channels/index.js';
import { Deliveries } from '../../src/delivery/index.js';
import { MediaStore } from '../../src/media/index.js';
import { Retention } from '../../src/persistence/retention/retention-schedule.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { FakeClock } from '../support/fake-clock.js';
import { throughBackOffs } from '../support/passing-time.js';
import type { Asked, Pipeline, PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const HOUR_MS = 3_600_000;
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(300_000)]);
const MP3 = Buffer.concat([Buffer.from('ID3'), randomBytes(100)]);
const base64 = (bytes: Buffer) => bytes.toString('base64');
const picture = { action: 'sendAttachment', buffer: base64(PNG), filename: 'photos/holiday.png' };
const signal = new AbortController().signal;

describe.each(DATABASES)('outgoing files on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let clock: FakeClock;
  let results: ToolResult[];

  const start = async (options: PipelineOptions = {}) => {
    const pipeline = await world.start({ clock, ...options });
    const settings: Partial<AccountSettings> = { dmPolicy: 'open', allowFrom: only('ann') };
    pipeline.connector.settings = { ...pipeline.connector.settings, ...settings };
    pipeline.connector.features = { sendAttachment: 'full', setGroupIcon: 'partial' };
    return pipeline;
  };
  const call = async (asked: Asked, input: unknown) => {
    results.push(await asked.tools!()!.call('message', input, signal));
  };
  /** Makes the assistant call the tools with these inputs, then answer. */
  const calls = (...inputs: unknown[]) => {
    p.runtime.answer = async (asked) => {
      for (const input of inputs) await call(asked, input);
      return 'done';
    };
  };
  const say = (text: string, from = 'ann') => p.connector.receive(from, text, { occurredAt: clock.now() });
  const until = (condition: () => boolean | Promise<boolean>, what: string) =>
    throughBackOffs({ ...p, clock }, condition, what);
  const idle = () => until(async () => (await p.queue.depth()).size === 0, 'an idle queue');
  const deliveries = () => p.module.get(Deliveries, { strict: false });
  const stateOfFile = async () =>
    (await deliveries().list({ limit: 9 })).find(({ content }) => content.kind === 'media')?.state;
  const store = () => p.module.get(MediaStore, { strict: false });
  const kept = async () => {
    const rows = await world.database.db.on().selectFrom('media').select('id').execute();
    return Promise.all(rows.map(async ({ id }) => Buffer.from((await store().load(id, Infinity))!)));
  };
  const forget = () => p.module.get(Retention, { strict: false }).deleteOld(new AbortController().signal);
  const files = () => p.connector.sent.filter(({ bytes }) => bytes);

  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    results = [];
    p = await start();
  });

  it('arrive unchanged, and are stored once, without bytes in other tables', async () => {
    calls(picture, { ...picture, filename: 'again.png' });
    await say('send it twice');
    await idle();
    expect(results).toMatchObject([
      { ok: true, value: { queued: true } },
      { ok: true, value: { queued: true } },
    ]);
    expect(files().map(({ filename }) => filename)).toEqual(['holiday.png', 'again.png']);
    expect(files()).not.toEqual([]);
    expect(files().every(({ bytes }) => PNG.equals(bytes!))).toBe(true);
    expect((await kept()).map((bytes) => bytes.equals(PNG))).toEqual([true]);
    const rows = await world.database.db.on().selectFrom('deliveries').selectAll().execute();
    const steps = await world.database.db.on().selectFrom('turn_steps').selectAll().execute();
    expect(steps).toHaveLength(2);
    expect(JSON.stringify([rows, steps]).length).toBeLessThan(10_000);
  });

  it('survive a stop of the gateway between commit and send', async () => {
    p.connector.onSend = () => ({
      kind: 'not-sent',
      code: 'unreachable',
      retry: { kind: 'wait' },
      detail: '',
    });
    calls(picture);
    await say('send it');
    await until(async () => (await deliveries().list({ limit: 9 })).length === 2, 'both deliveries');
    await p.stop();
    p = await start();
    await until(() => files().length === 1, 'the file');
    expect(PNG.equals(files()[0]!.bytes!)).toBe(true);
    await idle();
  });

  it('are sent once when the gateway ends between the send and its record', async () => {
    const hang = Promise.withResolvers<SendOutcome>();
    p.connector.onSend = (_attempt, take) => {
      take();
      return hang.promise;
    };
    calls(picture);
    await say('send it');
    await eventually(() => files().length === 1, { what: 'the file at the remote' });
    const second = await start();
    second.connector.sent.push(...p.connector.sent);
    clock.advance(31_000);
    await eventually(
      async () => {
        await second.queue.expedite('delivery');
        return (await stateOfFile()) === 'sent';
      },
      { what: 'the reconciled file' },
    );
    expect(second.connector.sent.filter(({ filename }) => filename)).toHaveLength(1);
    hang.resolve({ kind: 'unknown', code: 'timeout', detail: '' });
    await second.stop();
  });

  it('are queued once when the turn runs twice', async () => {
    let runs = 0;
    p.runtime.answer = async (asked) => {
      await call(asked, picture);
      if (++runs === 1) throw new RuntimeFailure('cut', true);
      return 'done';
    };
    await say('send it');
    await idle();
    expect(files()).toHaveLength(1);
  });

  it('are deleted an hour after they were sent, and kept while they may be retried', async () => {
    calls(picture);
    await say('send it');
    await idle();
    await forget();
    expect(await kept()).toHaveLength(1);
    clock.advance(HOUR_MS + 1);
    await forget();
    expect(await kept()).toEqual([]);

    p.connector.onSend = ({ content }, take) =>
      content.kind === 'media'
        ? { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: 'no' }
        : { kind: 'sent', messageId: take(), at: clock.now() };
    await say('send it again');
    await idle();
    clock.advance(48 * HOUR_MS);
    await forget();
    expect(await kept()).toHaveLength(1);
    const [dead] = await deliveries().list({ state: 'dead', limit: 1 });
    p.connector.onSend = undefined!;
    await deliveries().retry(dead!.id);
    await idle();
    expect(files()).toHaveLength(2);
    await forget();
    expect(await kept()).toEqual([]);
  });

  it('are deleted in small batches, until none is left', async () => {
    for (let n = 0; n < 20; n++) await store().store(Buffer.from(`file ${n}`));
    clock.advance(HOUR_MS + 1);
    await forget();
    expect(await kept()).toEqual([]);
  });

  it('that are missing become a dead letter with that reason', async () => {
    calls(picture);
    p.connector.onSend = ({ content }, take) =>
      content.kind === 'media'
        ? { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: 'no' }
        : { kind: 'sent', messageId: take(), at: clock.now() };
    await say('send it');
    await idle();
    await world.database.db.transaction((tx) => world.database.db.on(tx).deleteFrom('media').execute());
    const [dead] = await deliveries().list({ state: 'dead', limit: 1 });
    await deliveries().retry(dead!.id);
    await idle();
    expect(await deliveries().get(dead!.id)).toMatchObject({
      state: 'dead',
      lastDetail: 'its file is no longer kept',
    });
  });

  it('are sent four at a time, and hold up no other conversation', async () => {
    const gate = Promise.withResolvers<true>();
    let now = 0;
    let most = 0;
    p.connector.onSend = async ({ content }, take) => {
      if (content.kind === 'media') {
        most = Math.max(most, ++now);
        await gate.promise;
        now--;
      }
      return { kind: 'sent', messageId: take(), at: clock.now() };
    };
    calls(picture);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await say('send it', name);
    const count = async () => (await deliveries().list({ limit: 50 })).length;
    await eventually(async () => now === 4 && (await count()) === 2 * names.length, {
      what: 'four on their way',
    });
    p.runtime.answer = () => 'hello';
    await say('hi', 'zoe');
    await until(() => p.connector.textsTo('zoe').includes('hello'), 'an answer meanwhile');
    gate.resolve(true);
    await idle();
    expect([most, files().length]).toEqual([4, names.length]);
  });

  it('row 45: come from the assistant’s attachments or base64, never from a path, else are refused', async () => {
    await p.stop();
    p = await start({ config: { delivery: { mediaMaxMb: 0.1 } } });
    const voice = { action: 'sendAttachment', asVoice: true };
    calls(
      { action: 'sendAttachment', filename: 'a.png' },
      { action: 'sendAttachment', buffer: '/tmp/a.png' },
      { action: 'sendAttachment', buffer: 'file:///etc/passwd' },
      { action: 'sendAttachment', buffer: 7 },
      { action: 'sendAttachment', buffer: 'data:image/png;base64,' },
      picture,
      { ...voice, buffer: base64(PNG.subarray(0, 100)) },
      { ...voice, buffer: base64(MP3), asVoice: 'yes' },
      { ...voice, buffer: base64(MP3) },
      { action: 'setGroupIcon', media: base64(MP3) },
      { action: 'setGroupIcon', media: 'attachment:1' },
    );
    await say('try');
    await idle();
    expect(results.map((result) => (result.ok ? 'ok' : result.error))).toEqual([
      'buffer is required for sendAttachment',
      'buffer is not base64',
      'buffer is not base64',
      'buffer must be of type string',
      'buffer is empty',
      'buffer is larger than delivery.mediaMaxMb (0.1 MB)',
      'ok',
      'asVoice must be of type boolean',
      'ok',
      'media must be a PNG, JPEG, GIF or WebP image',
      'media names attachment 1, which the message does not have',
    ]);
    // A file that is no recording is sent unchanged, and the model is informed.
    expect(files()).toMatchObject([{ filename: 'file.png' }, { filename: 'Audio Message.mp3' }]);
    const notes = results.flatMap((result) => (result.ok ? [(result.value as { note?: string }).note] : []));
    expect(notes[0]).toContain('a voice memo must be MP3, CAF or Opus in Ogg, but this is image/png');
  });

  it('of the answered message can be sent on, or become the picture of the group', async () => {
    const attachments = [
      { id: 'notes', name: '../notes.txt', mimeType: 'text/plain', bytes: 5 },
      { id: 'pic', name: 'pic.png', mimeType: 'image/png', bytes: PNG.length },
    ];
    p.connector.media.set('notes', Buffer.from('notes')).set('pic', PNG);
    p.connector.settings = {
      ...p.connector.settings,
      groupPolicy: 'open',
      groupAllowFrom: only('ann'),
      group: () => ({ isExcluded: false, requireMention: false }),
    };
    calls(
      { action: 'sendAttachment', buffer: 'attachment:1' },
      { action: 'setGroupIcon', media: 'attachment:2', messageId: 'in-1' },
      { action: 'setGroupIcon', media: base64(PNG), chatGuid: 'chat-other' },
    );
    p.connector.onAct = () => ({ kind: 'done', note: 'it may not show' });
    const at = { occurredAt: clock.now() };
    await p.connector.receiveInGroup('g', 'ben', 'take these', { ...at, attachments });
    await idle();
    const refused = { ok: false, error: 'the sender may not use setGroupIcon' };
    expect(results).toEqual([expect.objectContaining({ ok: true }), refused, refused]);
    expect(p.connector.acted).toEqual([]);
    results = [];
    await p.connector.receiveInGroup('g', 'ann', 'take these', { ...at, attachments });
    await idle();
    expect(results[1]).toEqual({ ok: true, value: { done: true, note: 'it may not show' } });
    expect(p.connector.acted).toEqual([
      ['setGroupIcon', 'g', 'image/png', PNG.length],
      ['setGroupIcon', 'chat-other', 'image/png', PNG.length],
    ]);
    expect(files().map(({ filename }) => filename)).toEqual(['notes.txt', 'notes.txt']);
  });

  it('of earlier messages can be sent on by name or id, of admitted senders here only', async () => {
    const people = (...names: string[]) => ({
      ...p.connector.settings,
      groupPolicy: 'open' as const,
      groupAllowFrom: only('ann'),
      dmPolicy: 'allowlist' as const,
      allowFrom: only('ann', ...names),
      group: () => ({ isExcluded: false, requireMention: false }),
    });
    const txt = (id: string) => [{ id, name: 'plan.txt', mimeType: 'text/plain', bytes: 9 }];
    const given = async (who: string, id: string, where: string) => {
      p.connector.media.set(id, Buffer.from(id));
      const message = { occurredAt: clock.now(), attachments: txt(id) };
      await (where === 'g' ? p.connector.receiveInGroup('g', who, 'a plan', message) : say('a plan', who));
      await idle();
    };
    p.connector.settings = people('ben');
    p.connector.features = { ...p.connector.features, reply: 'full' };
    p.runtime.answer = () => 'thanks';
    await given('ann', 'old plan', 'g');
    await given('ann', 'new plan', 'g');
    const id = createHash('sha256').update('old plan').digest('hex');
    calls(
      { action: 'sendAttachment', buffer: 'attachment:plan.txt', filename: 'mine.txt' },
      { action: 'send', message: 'the first one', buffer: `sha256:${id}` },
      { action: 'reply', messageId: 'in-1', text: 'see', buffer: 'attachment:plan.txt' },
      { action: 'send', buffer: 'attachment:none.txt' },
    );
    await p.connector.receiveInGroup('g', 'ann', 'send them', { occurredAt: clock.now() });
    await idle();
    const error = 'buffer does not match a stored file of this session';
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }, { ok: false, error }]);
    expect(files().map(({ filename, bytes }) => [filename, bytes!.toString()])).toEqual([
      ['mine.txt', 'new plan'],
      ['plan.txt', 'old plan'],
      ['plan.txt', 'new plan'],
    ]);
    expect(p.connector.textsIn('g')).toEqual(expect.arrayContaining(['the first one', 'see']));
    const said = await world.database.db.on().selectFrom('transcript').select('text').execute();
    expect(said.map(({ text }) => text)).toContain('the first one\n[sent a file: plan.txt]');

    results = [];
    calls({ action: 'send', buffer: 'attachment:plan.txt' }, { action: 'send', buffer: `sha256:${id}` });
    await say('and to me', 'ann');
    await idle();
    expect(results).toEqual([
      { ok: false, error },
      { ok: false, error },
    ]);
  });

  it('are found by a name that a Mac spells otherwise than the model, the exact one first', async () => {
    const [scan, ours, exact] = ['Scan 3.04\u202fPM.txt', 'U\u0308ber \u201cuns\u201d.txt', 'a\u00a0b.txt'];
    const give = async (...names: string[]) => {
      for (const name of names) p.connector.media.set(name, Buffer.from(name));
      const attachments = names.map((id) => ({ id, name: id, mimeType: 'text/plain', bytes: 9 }));
      await p.connector.receive('ann', 'files', { occurredAt: clock.now(), attachments });
      await idle();
    };
    await give(scan, ours, exact);
    const called = ['Scan 3.04 PM.txt', '\u00dcber "uns".txt', exact, 'scan 3.04 pm.txt'];
    calls(...called.map((name) => ({ action: 'sendAttachment', buffer: `attachment:${name}` })));
    await give('a b.txt');
    expect(files().map(({ bytes }) => bytes!.toString())).toEqual([scan, ours, exact]);
  });

  it('of a sender who lost access are not sent on, and no file where the policy denies it', async () => {
    p.connector.media.set('x', PNG);
    const group = () => ({ isExcluded: false, requireMention: false });
    const settings = { ...p.connector.settings, groupPolicy: 'allowlist' as const, group };
    const inGroup = async (who: string, text: string, more = {}) => {
      await p.connector.receiveInGroup('g', who, text, { occurredAt: clock.now(), ...more });
      await idle();
    };
    const attachments = [{ id: 'x', name: 'x.png', mimeType: 'image/png', bytes: PNG.length }];
    p.connector.settings = { ...settings, groupAllowFrom: only('ann', 'ben') };
    await inGroup('ben', 'look', { attachments });
    calls({ action: 'send', message: 'here', buffer: 'attachment:x.png' });
    await inGroup('ann', 'send it');
    p.connector.settings = { ...settings, groupAllowFrom: only('ann') };
    await inGroup('ann', 'send it');
    p.connector.settings = {
      ...settings,
      groupAllowFrom: only('ann', 'ben'),
      group: () => ({ ...group(), tools: { deny: ['message.sendAttachment'] } }),
    };
    await inGroup('ann', 'send it');
    expect(results.map((result) => (result.ok ? 'ok' : result.error))).toEqual([
      'ok',
      'buffer does not match a stored file of this session',
      'files cannot be sent here',
    ]);
  });

  it('are offered as tools only where the channel can send them', async () => {
    const offered: unknown[] = [];
    p.runtime.answer = (asked) => {
      offered.push(asked.tools!()?.definitions[0]?.inputSchema.properties);
      return 'ok';
    };
    await say('one');
    await idle();
    p.connector.features = {};
    await say('two');
    await idle();
    expect(offered).toMatchObject([
      { action: { enum: ['send', 'sendAttachment', 'setGroupIcon'] }, buffer: {}, asVoice: {}, media: {} },
      { action: { enum: ['send'] } },
    ]);
    expect(Object.keys(offered[1] as object)).not.toContain('buffer');
  });

  it("that come back in a chat with oneself are not answered, the owner's own files are", async () => {
    calls(picture);
    const sender = { id: 'ann' as never, isSelf: true };
    await p.connector.receive('ann', 'send it', { sender, occurredAt: clock.now() });
    await idle();
    const { length } = p.runtime.asked;
    const file = (name: string, bytes: number) => [{ id: 'x', name, mimeType: 'image/png', bytes }];
    const comesBack = async (name: string, bytes: number) => {
      await p.connector.receive('ann', '', {
        sender,
        occurredAt: clock.now(),
        attachments: file(name, bytes),
      });
      await idle();
      return p.runtime.asked.length - length;
    };
    expect(await comesBack('holiday.png', PNG.length)).toBe(0);
    expect(await comesBack('mine.png', 5)).toBe(1);
  });
});
