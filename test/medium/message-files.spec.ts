import { randomBytes } from 'node:crypto';
import { promptOf, RuntimeFailure } from '../../src/assistant/index.js';
import {
  type AttachmentRef,
  inMemory,
  type RemoteMessageId,
  type SenderId,
} from '../../src/channels/index.js';
import { MediaStore } from '../../src/media/index.js';
import { Retention } from '../../src/persistence/retention/retention-schedule.js';
import { JOB_KINDS } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Asked, Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const DAY_MS = 86_400_000;
const MB = 1024 * 1024;
const image = (bytes = 40): Uint8Array =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(bytes)]);
const runtime = { type: 'echo', images: true };
const config = (media: object = {}) => ({ config: { agents: { list: [{ id: 'main', runtime }] }, media } });

describe.each(DATABASES)('incoming files on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let clock: FakeClock;

  const start = async (media: object = {}) => {
    p = await world.start({ clock, ...config(media) });
    const group = () => ({ isExcluded: false, requireMention: true });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', groupPolicy: 'open', group };
  };
  const idle = () => world.idle(p);
  /** A picture at the remote, and the part of a message that refers to it. */
  const picture = (id: string, bytes = image()): { attachments: AttachmentRef[]; bytes: Uint8Array } => {
    p.connector.media.set(id, bytes);
    const ref = { id, name: `${id}.png`, mimeType: 'image/png', bytes: bytes.length };
    return { attachments: [ref], bytes };
  };
  const send = async (text: string, more: object = {}) => {
    await p.connector.receive('ann', text, { occurredAt: clock.now(), ...more });
    await idle();
  };
  const sendInGroup = async (text: string, more: object = {}) => {
    await p.connector.receiveInGroup('g', 'ann', text, { occurredAt: clock.now(), ...more });
    await idle();
  };
  const last = (): Asked => p.runtime.asked.at(-1)!;
  /** Pictures in the model's input, in order. */
  const shown = () => promptOf(last().input).flatMap(({ images = [] }) => images.map(({ data }) => data));
  const forget = () => p.module.get(Retention, { strict: false }).deleteOld(new AbortController().signal);
  const stored = async () => (await p.db.on().selectFrom('media').select('id').execute()).length;

  beforeEach(() => {
    clock = new FakeClock(Date.now());
  });

  it('that are contacts are given by their words, in later turns too', async () => {
    await start();
    const contact = (id: string, name: string) => {
      const bytes = Buffer.from(`BEGIN:VCARD\nFN:${name}\nTEL:+12025550143\nEND:VCARD\n`);
      p.connector.media.set(id, bytes);
      return { id, name: `${id}.vcf`, mimeType: 'text/vcard', bytes: bytes.length };
    };
    await send('call her', { attachments: [contact('a', 'Ann'), contact('b', 'Bo')] });
    const words = 'call her\n[contact: Ann; phone: +12025550143]\n[contact: Bo; phone: +12025550143]';
    expect(last().text).toBe(words);
    await send('who?');
    expect(last().history[0]).toMatchObject({
      text: words,
      attachments: [{ name: 'a.vcf' }, { name: 'b.vcf' }],
    });
  });

  it('come with an earlier message, from before a mention in a group too, and after a restart', async () => {
    await start();
    const { bytes, attachments } = picture('first');
    await send('', { attachments });
    await sendInGroup('to nobody', picture('heard'));
    await send('what is on it?');
    expect(shown()).toEqual([bytes]);
    expect(last().history.map(({ text, attachments: files }) => [text, files?.[0]?.name])).toEqual([
      ['', 'first.png'],
      ['echo:', undefined],
    ]);
    const heard = p.connector.media.get('heard');
    p.connector.media.clear();
    await p.stop();
    await start();
    await sendInGroup('and what is this?', { mentionsUs: true, inboxKey: 'after the restart' });
    expect(shown()).toEqual([heard]);
    expect(p.connector.fetched).toEqual([]);
    const sticker = picture('heart');
    const put = {
      type: 'reaction',
      messageId: 'in-1' as RemoteMessageId,
      emoji: 'sticker',
      isRemoved: false,
    } as const;
    await p.connector.happens('ann', put, { attachments: sticker.attachments });
    await send('like it?', { inboxKey: 'after the sticker' });
    expect(shown()).toEqual([bytes, sticker.bytes]);
    expect(last().history.at(-1)).toMatchObject({ kind: 'notice', text: 'reacted with sticker' });
  });

  it('come with a message that only the service has, and are not stored after the turn', async () => {
    await start();
    const { bytes, attachments } = picture('unheard');
    const unheard = {
      messageId: 'unheard-1' as RemoteMessageId,
      sender: { id: 'ben' as SenderId, isSelf: false },
      text: 'look',
      attachments: [...attachments, { id: 'plan', name: 'plan.pdf', mimeType: 'application/pdf', bytes: 9 }],
      occurredAt: clock.now() - 1_000,
    };
    p.connector.recalls = () => [unheard];
    for (const text of ['what is on it?', 'and now?']) await sendInGroup(text, { mentionsUs: true });
    expect(shown()).toEqual([bytes]);
    expect(last().history[0]).toMatchObject({
      text: 'look',
      attachments: [{ name: 'unheard.png', data: bytes }, { name: 'plan.pdf' }],
    });
    expect(p.connector.fetched).toEqual(['unheard']);
    expect(await p.db.on().selectFrom('message_files').selectAll().execute()).toEqual([]);
    clock.advance(2 * DAY_MS);
    await forget();
    expect(await stored()).toBe(0);
  });

  it('come with the answered message when that is older than the history', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, dmHistoryLimit: 1 };
    const { bytes, attachments } = picture('old');
    await send('mine', { attachments, messageId: 'old-1' as RemoteMessageId });
    await send('two');
    await send('three');
    expect(shown()).toEqual([]);
    await send('what was this?', { replyTo: 'old-1' as RemoteMessageId });
    expect(shown()).toEqual([bytes]);
    expect(last().message.replyTo?.attachments).toMatchObject([{ name: 'old.png', data: bytes }]);
  });

  it('come within the budget, the message’s own first, then the newest; others are named only', async () => {
    await start({ promptImages: 3, promptMaxMb: 1 });
    const oldest = picture('oldest');
    await send('oldest', oldest);
    const large = picture('large', image(MB));
    await send('large', large);
    const newer = picture('newer');
    await send('newer', newer);
    const own = picture('own');
    await send('which?', own);
    expect(shown()).toEqual([oldest.bytes, newer.bytes, own.bytes]);
    const prompt = promptOf(last().input)
      .map(({ text }) => text)
      .join('\n');
    expect(prompt).toContain('with "large.png" <image/png> 1025 kB, after');
    expect(prompt).toContain('with "newer.png" <image/png> 1 kB (shown), after');
    await send('and now?', picture('latest'));
    expect(shown()).toHaveLength(3);
  });

  it('are fetched once when the turn runs twice, and a file that is missing is mentioned', async () => {
    await start();
    let runs = 0;
    p.runtime.answer = () => {
      if (++runs === 1) throw new RuntimeFailure('cut', true);
      return 'done';
    };
    const [ref] = picture('once').attachments;
    await p.connector.receive('ann', 'look', {
      occurredAt: clock.now(),
      attachments: [ref!, { ...ref!, id: 'gone', name: 'gone.png' }],
    });
    await eventually(() => runs === 1, { what: 'the first run' });
    await eventually(
      async () => {
        await p.queue.expedite(JOB_KINDS.inbound);
        return runs === 2;
      },
      { what: 'the second run' },
    );
    expect(p.connector.fetched).toEqual(['once', 'gone']);
    expect(last().message.attachments).toMatchObject([
      { name: 'once.png', data: expect.anything() as unknown },
      { name: 'gone.png', problem: 'it could not be fetched' },
    ]);
    await idle();
    await send('again');
    expect(shown()).toHaveLength(1);
    expect(last().history[0]?.attachments?.[1]).toMatchObject({ problem: 'it could not be fetched' });
  });

  it('come although another file of the message breaks off', async () => {
    await start();
    const whole = image();
    async function* broken() {
      yield image();
      throw new Error('the download ended early');
    }
    p.connector.fetchMedia = async function* () {
      yield { name: 'one.png', chunks: broken() };
      yield { name: 'two.png', chunks: inMemory(whole).read() };
    };
    await send('look', picture('both'));
    expect(last().message.attachments).toMatchObject([
      { name: 'one.png', problem: 'it could not be fetched' },
      { name: 'two.png', data: whole },
    ]);
    expect(await stored()).toBe(1);
  });

  it('are deleted with an unsent message, by age, and with the transcript', async () => {
    await start();
    await send('mine', { ...picture('back'), messageId: 'm-1' as RemoteMessageId });
    await p.connector.happens('ann', { type: 'unsent', messageId: 'm-1' as RemoteMessageId });
    await idle();
    await send('what was it?');
    expect(shown()).toEqual([]);
    await send('another', picture('other'));
    expect(await stored()).toBe(2);
    clock.advance(DAY_MS);
    await forget();
    expect(await stored()).toBe(1);
    clock.advance(30 * DAY_MS);
    await forget();
    await forget();
    expect(await stored()).toBe(0);
    await send('and now?');
    expect(shown()).toEqual([]);
    expect(last().history.map(({ text }) => text)).toContain('another\n[attachment: other.png (image/png)]');
  });

  it('push out the oldest ones above maxTotalMb, never one that is still to be sent', async () => {
    await start({ maxTotalMb: 16, promptMaxMb: 100 });
    const store = p.module.get(MediaStore, { strict: false });
    const fill = () => store.store(image(5 * MB));
    const unnamed = await fill();
    const held = await fill();
    await store.hold(held.id, clock.now() + DAY_MS);
    clock.advance(1);
    await send('mine', picture('mine', image(5 * MB)));
    clock.advance(3_600_000);
    const [, third] = [await fill(), await fill()];
    expect(await Promise.all([unnamed, held, third].map(({ id }) => store.open(id)))).toMatchObject([
      undefined as unknown,
      { id: held.id },
      { id: third.id },
    ]);
    await send('what was it?');
    expect(last().history[0]?.attachments).toMatchObject([{ name: 'mine.png', problem: 'no longer kept' }]);
    await expect(fill()).rejects.toThrow('the files that are still needed fill media.maxTotalMb');
    expect(await stored()).toBe(3);
  });
});
