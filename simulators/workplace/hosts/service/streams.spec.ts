import { WorkplaceSetup } from '../../../testing/workplace.js';
import type { Json } from '../../common/json.js';
import type { Conversation, User } from '../../common/types.js';

const t = new WorkplaceSetup();
let user: User;
let chat: Conversation;

beforeEach(async () => {
  await t.start();
  ({ user, chat } = t.sut.addContact('Irene Paz'));
});
afterEach(t.stop);

const piece = (text: string, info: Json, type = 'typing') => ({
  type,
  text,
  entities: [{ type: 'streaminfo', streamType: 'streaming', ...info }],
});

/** Begins a stream and moves the clock a second forward; returns the stream's id. */
async function begun(text = 'one'): Promise<string> {
  const { json } = await t.send(chat, piece(text, { streamSequence: 1 }));
  t.sut.clock.advance(1_000);
  return String(json?.id);
}

const problem = (json: unknown): string => (json as { error: { message: string } }).error.message;

describe('streaming (workchat-wire 3.7)', () => {
  it('starts with 201 and an id, continues with 202, ends as one message', async () => {
    const start = await t.send(chat, piece('Looking', { streamType: 'informative', streamSequence: 1 }));
    expect([start.status, start.json]).toEqual([201, { id: 'a-0001' }]);
    t.sut.clock.advance(1_500);
    const next = await t.send(chat, piece('one', { streamId: 'a-0001', streamSequence: 2 }));
    expect([next.status, next.json]).toEqual([202, {}]);
    t.sut.clock.advance(1_000);
    const last = await t.send(chat, piece('one two', { streamId: 'a-0001', streamType: 'final' }, 'message'));
    expect([last.status, last.json]).toEqual([202, {}]);
    expect(t.sut.botMessages(chat).map(({ activity }) => activity.text)).toEqual(['one two']);
    expect(t.sut.streams).toMatchObject([{ id: 'a-0001', text: 'one two', end: 'completed' }]);
  });

  it('reads its data from channelData too', async () => {
    const channelData = { streamType: 'streaming', streamSequence: 1 };
    expect((await t.send(chat, { type: 'typing', text: 'a', channelData })).status).toBe(201);
  });

  it.each<[string, string, Json]>([
    ['without text', '', { streamSequence: 1 }],
    ['without sequence', 'a', {}],
    ['without id and not the first', 'a', { streamSequence: 2 }],
    ['with an unknown id', 'a', { streamId: 'a-9', streamSequence: 2 }],
    ['with a long informative text', 'a'.repeat(1025), { streamType: 'informative', streamSequence: 1 }],
  ])('refuses a piece %s with 400', async (_name, text, info) => {
    const { status, json } = await t.send(chat, piece(text, info));
    expect([status, json]).toMatchObject([400, { error: { code: 'BadRequest' } }]);
  });

  it('answers a wrong order with an error in a 202', async () => {
    const streamId = await begun();
    const { status, json } = await t.send(chat, piece('one two', { streamId, streamSequence: 3 }));
    expect([status, json]).toMatchObject([
      202,
      { error: { code: 'ContentStreamSequenceOrderPreConditionFailed' } },
    ]);
  });

  it('refuses text that does not grow, and more than one call a second', async () => {
    const streamId = await begun('one two');
    const shrunk = await t.send(chat, piece('one', { streamId, streamSequence: 2 }));
    expect(shrunk.status).toBe(400);
    expect((await t.send(chat, piece('one two three', { streamId, streamSequence: 2 }))).status).toBe(202);
    expect((await t.send(chat, piece('one two three four', { streamId, streamSequence: 3 }))).status).toBe(
      429,
    );
    expect(t.sut.streams).toMatchObject([{ text: 'one two three' }]);
  });

  it('ends by a final message without a sequence, a second after the last text', async () => {
    const streamId = await begun();
    const end = (info: Json, type = 'message') => t.send(chat, piece('one two', { streamId, ...info }, type));
    expect((await end({ streamType: 'final', streamSequence: 2 })).status).toBe(400);
    expect((await end({ streamType: 'final', streamSequence: 2 }, 'typing')).status).toBe(400);
    expect((await end({ streamSequence: 2 })).status).toBe(400);
    expect((await end({ streamSequence: 2 }, 'typing')).status).toBe(202);
    expect((await end({ streamType: 'informative', streamSequence: 3 }, 'typing')).status).toBe(429);
    expect((await end({ streamType: 'final' })).status).toBe(429);
    t.sut.clock.advance(1_000);
    expect((await end({ streamType: 'informative', streamSequence: 3 }, 'typing')).status).toBe(400);
    expect((await end({ streamType: 'final' })).status).toBe(202);
    expect(t.sut.transcript(chat)).toMatchObject([{ text: 'one two', state: 'whole' }]);
  });

  it('refuses a final text that does not extend it, and anything but text before the end', async () => {
    const streamId = await begun('one two');
    const final = { streamId, streamType: 'final' };
    expect((await t.send(chat, piece('something else', final, 'message'))).status).toBe(400);
    const extras = [
      { attachments: [{ contentType: 'image/png', contentUrl: 'data:image/png;base64,AAAA' }] },
      { channelData: { feedbackLoopEnabled: true } },
      {
        entities: [
          ...piece('', { streamId, streamSequence: 2 }).entities,
          { type: 'https://schema.org/Message' },
        ],
      },
    ];
    for (const extra of extras) {
      const next = { ...piece('one two three', { streamId, streamSequence: 2 }), ...extra };
      expect((await t.send(chat, next)).status).toBe(400);
    }
    expect((await t.send(chat, piece('one two three', final, 'message'))).status).toBe(202);
  });

  it('keeps its id for the final message, which PUT edits; before the end PUT answers 404', async () => {
    t.sut.variants.streamEnd = 'with-id';
    const streamId = await begun();
    expect(t.sut.transcript(chat)).toMatchObject([{ id: streamId, text: 'one', state: 'streaming' }]);
    const own = `PUT v3/conversations/${encodeURIComponent(chat.id)}/activities/${streamId}`;
    expect((await t.service(own, { type: 'message', text: 'x' })).status).toBe(404);
    const last = await t.send(chat, piece('one two', { streamId, streamType: 'final' }, 'message'));
    expect([last.status, last.json]).toEqual([201, { id: streamId }]);
    expect((await t.service(own, { type: 'message', text: 'edited' })).status).toBe(200);
    expect(t.sut.transcript(chat)).toMatchObject([{ text: 'edited', state: 'whole', isEdited: true }]);
    expect(t.sut.complaints).toEqual([]);
  });

  it('ends after two minutes, when the person stops it, and when it was completed', async () => {
    const old = await begun();
    t.sut.clock.advance(120_000);
    expect(t.sut.transcript(chat)).toMatchObject([{ text: 'one', state: 'cut-off' }]);
    const late = await t.send(chat, piece('one two', { streamId: old, streamSequence: 2 }));
    const stopped = await begun();
    t.sut.stopStream(chat);
    const cancelled = await t.send(chat, piece('one two', { streamId: stopped, streamSequence: 2 }));
    const done = await begun();
    await t.send(chat, piece('one', { streamId: done, streamType: 'final' }, 'message'));
    const again = await t.send(chat, piece('one two', { streamId: done, streamType: 'final' }, 'message'));
    expect([late, cancelled, again].map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([late, cancelled, again].map(({ json }) => problem(json))).toEqual([
      expect.stringContaining('exceeded streaming time'),
      expect.stringContaining('canceled by user'),
      expect.stringContaining('already completed'),
    ]);
  });

  it('is refused in groups, and beside another one', async () => {
    const group = t.sut.world.addGroupChat({ members: [user], hasBot: true });
    const first = piece('a', { streamSequence: 1 });
    expect((await t.send(group, first)).json).toMatchObject({ error: { code: 'ContentStreamNotAllowed' } });
    await begun();
    expect((await t.send(chat, first)).status).toBe(403);
  });
});
