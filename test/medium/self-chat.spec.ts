import type { InboundMessage, SenderId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Pipeline, type PipelineOptions, startPipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('a chat with oneself on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start, letIn, idle } = world;

  /** A message in that chat: the user's own and reflected ones look the same. */
  const receive = ({ connector }: Pipeline, text: string, more: Partial<InboundMessage> = {}) =>
    connector.receive('me', text, { sender: { id: 'me' as SenderId, isSelf: true }, ...more });
  const begin = async (options: PipelineOptions = {}) => {
    const p = await start(options);
    await letIn(p);
    return p;
  };
  const asked = ({ runtime }: Pipeline) => runtime.asked.map(({ text }) => text);

  it('row 13: does not answer a copy of its own answer, and takes each as one copy', async () => {
    const p = await begin();
    p.connector.settings = { ...p.connector.settings, text: { chunkLimit: 10, chunkMode: 'length' } };
    p.runtime.answer = () => 'aaaa bbbb cccc';
    await receive(p, 'hi');
    await eventually(() => p.connector.sent.length === 2);
    await idle(p);
    // Services may change texts in this way.
    await receive(p, ' aaaa\u00a0bbbb\ufffc');
    await receive(p, 'cccc\n');
    await idle(p);
    expect(asked(p)).toEqual(['hi']);
    await receive(p, 'cccc');
    await eventually(() => p.runtime.asked.length === 2);
  });

  it('recognizes a copy after a restart, also when it is fetched late and announced twice', async () => {
    const first = await begin();
    await receive(first, 'hi');
    await eventually(() => first.connector.sent.length === 1);
    await idle(first);
    const sentAt = Date.now();
    await first.stop();
    const p = await begin({ clock: new FakeClock(sentAt + 7_200_000) });
    const copy = { inboxKey: 'msg:copy', occurredAt: sentAt, isLate: true };
    expect(await receive(p, 'echo: hi', copy)).toBe('stored');
    expect(await receive(p, 'echo: hi', copy)).toBe('duplicate');
    await idle(p);
    await receive(p, 'echo: hi');
    await eventually(() => asked(p).length === 1);
    await idle(p);
    expect(asked(p)).toEqual(['echo: hi']);
  });

  it("recognizes a copy by our clock when the service's clock runs ahead", async () => {
    const p = await begin();
    await receive(p, 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    await receive(p, 'echo: hi', { occurredAt: Date.now() + 3_600_000, isLate: true });
    await idle(p);
    expect(asked(p)).toEqual(['hi']);
  });

  it('recognizes a copy before the send has ended, on another replica', async () => {
    const sending = await begin();
    const other = await startPipeline(world.database);
    let isOver = false;
    other.connector.settings = sending.connector.settings;
    for (const { connector } of [sending, other])
      connector.onSend = async (_attempt, take) => {
        if (!isOver) await receive(other, 'echo: hi', { inboxKey: 'msg:copy' });
        await eventually(() => isOver);
        return { kind: 'sent', messageId: take(), at: Date.now() };
      };
    await receive(sending, 'hi');
    await eventually(async () => {
      const rows = world.database.db.on().selectFrom('inbound_events').select('reason');
      return (await rows.where('inbox_key', '=', 'msg:copy').execute())[0]?.reason === 'self-echo';
    });
    isOver = true;
    await idle(sending);
    expect([...asked(sending), ...asked(other)]).toEqual(['hi']);
    await other.stop();
  });

  it('recognizes the copy of a send with an unknown outcome', async () => {
    const p = await begin();
    p.connector.onSend = (_attempt, take) => {
      take();
      return { kind: 'unknown', code: 'timeout', detail: 'no answer' };
    };
    p.connector.onFindSent = () => ({ kind: 'unresolved', detail: 'not yet' });
    await receive(p, 'hi');
    await eventually(async () => {
      const rows = await p.db.on().selectFrom('deliveries').select('state').execute();
      return rows.some(({ state }) => state === 'unknown');
    });
    await receive(p, 'echo: hi', { inboxKey: 'msg:copy' });
    await eventually(async () => {
      const rows = p.db.on().selectFrom('inbound_events').select('outcome');
      return (await rows.where('inbox_key', '=', 'msg:copy').execute())[0]?.outcome !== null;
    });
    expect(asked(p)).toEqual(['hi']);
  });

  it('answers the same text a minute later, and from another sender at once', async () => {
    const clock = new FakeClock(Date.now());
    const p = await begin({ clock });
    await receive(p, 'hi');
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 2);
    await idle(p);
    await p.connector.receive('ann', 'echo: hi');
    await eventually(() => p.connector.sent.length === 3);
    await idle(p);
    clock.advance(70_000);
    await receive(p, 'echo: hi');
    await eventually(() => p.connector.sent.length === 4);
    await idle(p);
    // Her own messages are no copies of ours.
    await receive(p, 'echo: hi', { sender: { id: 'me' as SenderId, isSelf: false } });
    await eventually(() => p.connector.sent.length === 5);
  });
});
