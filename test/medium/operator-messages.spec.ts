import { mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actor, AuditLog } from '../../src/access-control/index.js';
import type { GatehouseError } from '../../src/common/index.js';
import {
  Conversations,
  type MessageRequest,
  OperatorActions,
  OperatorMessages,
} from '../../src/operator/index.js';
import { Deliveries } from '../../src/delivery/index.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline, PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const OPERATOR: Actor = { id: 'token:owner', role: 'owner' };
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each(DATABASES)("an operator's message on %s", (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const start = async (options: PipelineOptions = {}) => {
    p = await world.start(options);
    await world.letIn(p);
    p.connector.features = { reply: 'full', sendAttachment: 'full' };
  };
  const perSender = { config: { session: { dmScope: 'per-sender' } } };
  const send = (request: Partial<MessageRequest>, key?: string) =>
    p.module
      .get(OperatorMessages, { strict: false })
      .send(OPERATOR, { channel: 'fake', target: 'chat-ann', ...request }, key);
  const idle = () => world.idle(p);
  const write = (from: string, text: string) => p.connector.receive(from, text).then(idle);
  const refusal = (request: Partial<MessageRequest>) =>
    send(request).then(
      () => 'sent',
      (error: unknown) => {
        const { code, details } = error as GatehouseError;
        return `${code}: ${details}`;
      },
    );
  const conversations = () => p.module.get(Conversations, { strict: false });
  const shownIn = async (conversation: string) => {
    const all = await conversations().list({ limit: 9 });
    const { id } = all.find((each) => each.conversation_id === conversation)!;
    return (await conversations().messages(id, { limit: 9 }))
      .map(({ role, text, sessionKey }) => `${role} ${sessionKey}: ${text}`)
      .reverse();
  };
  const audited = async () =>
    (await p.module.get(AuditLog, { strict: false }).list(99)).map(({ actor, action, subject, details }) => ({
      actor,
      action,
      subject,
      details,
    }));

  it('row 36: is sent unchanged, while Markdown of the model is rendered and stored as it was', async () => {
    await start();
    p.runtime.answer = ({ tools }) =>
      Promise.resolve(
        tools!()!.call('message', { action: 'send', message: '**told**' }, new AbortController().signal),
      ).then(() => '**answered**');
    await send({ message: '2 **Hello** 2' });
    await write('ann', 'who is it?');
    expect(p.connector.textsTo('ann')).toEqual(['2 **Hello** 2', 'told', 'answered']);
    expect(p.runtime.asked.at(-1)!.place).toMatchObject({ textFormat: 'plain' });
    await write('ann', 'and?');
    const remembered = p.runtime.asked.at(-1)!.history.map(({ text }) => text);
    expect(remembered).toEqual(expect.arrayContaining(['2 **Hello** 2', '**told**', '**answered**']));
  });

  it('is sent and recorded as the assistant’s own', async () => {
    await start();
    const { deliveryIds, isReplay } = await send({ message: 'Hello' });
    await idle();
    expect(isReplay).toBe(false);
    expect(p.connector.textsTo('ann')).toEqual(['Hello']);
    const delivery = await p.module.get(Deliveries, { strict: false }).get(deliveryIds[0]!);
    expect(delivery).toMatchObject({ state: 'sent', eventId: null });
    await write('ann', 'who is it?');
    expect(p.runtime.asked.at(-1)!.history.map(({ text }) => text)).toEqual(['Hello']);
    expect(await shownIn('chat-ann')).toEqual([
      'assistant agent:main:main: Hello',
      'user agent:main:main: who is it?',
      'assistant agent:main:main: echo: who is it?',
    ]);
  });

  it('is recorded in the session of its conversation, or of the later answer', async () => {
    await start(perSender);
    await send({ message: 'first' });
    await write('ann', 'yes?');
    await send({ message: 'second' });
    await write('ann', 'and?');
    const history = p.runtime.asked.at(-1)!.history.map(({ text }) => text);
    expect(history).toEqual(['first', 'yes?', 'echo: yes?', 'second']);
    await idle();
    const lines = await shownIn('chat-ann');
    expect(lines).not.toEqual([]);
    expect(lines.filter((line) => !line.includes('agent:main:fake:direct:ann:'))).toEqual([]);
  });

  it('creates the conversation of a new target', async () => {
    await start();
    await send({ message: 'Hello' });
    await idle();
    expect(await conversations().list({ limit: 9 })).toMatchObject([
      { conversation_id: 'chat-ann', kind: 'direct' },
    ]);
  });

  it('is split into several messages when it is too long, in order', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, text: { chunkLimit: 10, chunkMode: 'length' } };
    const { deliveryIds } = await send({ message: 'one two three four five' });
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['one two', 'three four', 'five']);
    expect(deliveryIds).toHaveLength(3);
    expect(await refusal({ message: 'word '.repeat(600) })).toMatch(/^INVALID_REQUEST: .*100 messages/);
  });

  it('can have a file, which comes after the text', async () => {
    await start();
    await send({ message: 'Look', media: { buffer: PNG, filename: 'dot.png' } });
    await idle();
    expect(p.connector.sent.map(({ text, filename }) => filename ?? text)).toEqual(['Look', 'dot.png']);
    expect(p.connector.sent[1]!.bytes).toEqual(new Uint8Array(Buffer.from(PNG, 'base64')));
    expect(await shownIn('chat-ann')).toEqual([
      'assistant agent:main:main: Look',
      'assistant agent:main:main: [sent a file: dot.png]',
    ]);
  });

  it('can have a local file, from below an allowed folder only', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-outgoing-')));
    try {
      await start({ config: { delivery: { mediaMaxMb: 1 }, media: { allowedFolders: [folder] } } });
      const [plan, large] = [join(folder, 'plan.txt'), join(folder, 'large.bin')];
      writeFileSync(plan, 'beans');
      writeFileSync(large, '');
      truncateSync(large, 1_100_000);
      await send({ message: 'Look', media: { path: plan } });
      const perform = { channel: 'fake', target: 'chat-ann', action: 'sendAttachment' } as const;
      const actions = p.module.get(OperatorActions, { strict: false });
      await actions.perform(OPERATOR, { ...perform, path: plan, input: { filename: 'our plan.txt' } });
      await idle();
      expect(p.connector.sent.map(({ text, bytes }) => bytes?.toString() ?? text)).toEqual([
        'Look',
        'beans',
        'beans',
      ]);
      expect(p.connector.sent.map(({ filename }) => filename)).toEqual([
        undefined,
        'plan.txt',
        'our plan.txt',
      ]);
      expect(await refusal({ media: { path: large } })).toBe(
        'PAYLOAD_TOO_LARGE: media.path is larger than delivery.mediaMaxMb (1 MB)',
      );
      expect(await refusal({ media: { path: '/etc/passwd' } })).toBe(
        'INVALID_REQUEST: media.path is not inside a folder of media.allowedFolders',
      );
      expect(await refusal({ media: { path: plan, buffer: PNG } })).toBe(
        'INVALID_REQUEST: media must contain buffer or path',
      );
      const icon = {
        channel: 'fake',
        target: 'chat-ann',
        action: 'setGroupIcon',
        path: plan,
        input: {},
      } as const;
      await expect(actions.perform(OPERATOR, icon)).rejects.toMatchObject({
        details: 'path must be a PNG, JPEG, GIF or WebP image',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('can be a reply or a card when the channel can send them', async () => {
    await start();
    p.connector.features = { reply: 'full', card: 'full' };
    let answered: unknown;
    p.connector.onSend = ({ content }, take) => {
      if (content.kind === 'text') answered = [content.replyTo, content.replyPart];
      return { kind: 'sent', messageId: take(), at: Date.now() };
    };
    await write('ann', 'question');
    await send({ message: 'answer', replyTo: 'p:2/in-1' });
    await send({ card: { type: 'AdaptiveCard' }, message: 'see' });
    await idle();
    expect(answered).toEqual(['in-1', 2]);
    expect((await shownIn('chat-ann')).slice(-2)).toEqual([
      'assistant agent:main:main: answer',
      'assistant agent:main:main: [sent a card]\nsee',
    ]);
  });

  it('is audited without its text', async () => {
    await start();
    const { deliveryIds } = await send({ message: 'a secret', media: { buffer: PNG } });
    const details = { channel: 'fake', account: 'default', target: 'chat-ann', deliveries: '1' };
    expect(await audited()).toEqual([
      {
        actor: 'token:owner',
        action: 'message.sent',
        subject: deliveryIds[1],
        details: { ...details, action: 'sendAttachment' },
      },
      {
        actor: 'token:owner',
        action: 'message.sent',
        subject: deliveryIds[0],
        details: { ...details, action: 'send' },
      },
    ]);
  });

  it.each<[string, Partial<MessageRequest>, string]>([
    ['a channel', { channel: 'pigeon', message: 'x' }, 'NOT_FOUND: channel pigeon is not configured'],
    ['an account', { account: 'two', message: 'x' }, 'NOT_FOUND: account two of fake is not enabled'],
    [
      'a target',
      { target: 'x', message: 'x' },
      'NOT_FOUND: target does not match a known conversation of fake',
    ],
    ['nothing to say', {}, 'INVALID_REQUEST: message is required unless card or media is given'],
    ['bytes', { media: { buffer: '?' } }, 'INVALID_REQUEST: media.buffer is not base64'],
    [
      'a reply’s words',
      { media: { buffer: PNG }, replyTo: 'in-1' },
      'INVALID_REQUEST: reply_to needs a message without a card',
    ],
    [
      'a known short id',
      { message: 'x', replyTo: '123456' },
      'INVALID_REQUEST: message_id is no longer known: use the full id',
    ],
    ['cards', { card: {} }, 'INVALID_REQUEST: card is not possible: the channel cannot do this'],
    [
      'threads',
      { message: 'x', replyStyle: 'top-level' },
      'INVALID_REQUEST: reply_style is not possible: there are no threads',
    ],
    [
      'a thread',
      { message: 'x', replyStyle: 'thread' },
      'INVALID_REQUEST: reply_style thread needs reply_to or a target with a thread, to identify the thread',
    ],
  ])('is refused for %s, and nothing is sent', async (_what, request, expected) => {
    await start();
    expect(await refusal(request)).toBe(expected);
    await idle();
    expect(p.connector.sent).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('is refused when its file is larger than delivery.mediaMaxMb', async () => {
    await start({ config: { delivery: { mediaMaxMb: 0.00001 } } });
    expect(await refusal({ media: { buffer: PNG } })).toBe(
      'PAYLOAD_TOO_LARGE: media.buffer is larger than delivery.mediaMaxMb (0.00001 MB)',
    );
  });

  it('is refused with the connector’s reason when it is not possible there now', async () => {
    await start();
    p.connector.capabilities = (target?: object) => ({
      version: 1,
      text: { maxChars: 4000, format: 'plain' },
      features: target ? {} : { sendAttachment: 'full' },
    });
    p.connector.obstacle = 'the helper is away';
    expect(await refusal({ media: { buffer: PNG } })).toBe(
      'CONFLICT: media is not possible: the helper is away',
    );
  });

  describe('with an Idempotency-Key', () => {
    it('is sent once to repeated callers, at the same time too, and when it could not be sent later', async () => {
      await start();
      const together = await Promise.all([1, 2, 3].map(() => send({ message: 'once' }, 'key-1')));
      await idle();
      const ids = new Set(together.map(({ deliveryIds }) => deliveryIds.join()));
      expect(ids.size).toBe(1);
      expect(together.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      p.connector.resolveTarget = async () => undefined;
      expect(await send({ message: 'once' }, 'key-1')).toMatchObject({
        deliveryIds: together[0]!.deliveryIds,
        isReplay: true,
      });
      expect(p.connector.textsTo('ann')).toEqual(['once']);
      expect(await audited()).toHaveLength(1);
    });

    it('conflicts with another body', async () => {
      await start();
      await send({ message: 'one' }, 'key-1');
      await expect(send({ message: 'two' }, 'key-1')).rejects.toMatchObject({
        code: 'IDEMPOTENCY_MISMATCH',
      });
      expect(await send({ message: 'two' }, 'key-2')).toMatchObject({ isReplay: false });
    });

    it('frees the key when it was refused, and after a day', async () => {
      const clock = new FakeClock(Date.now());
      await start({ clock });
      await expect(send({ target: 'nowhere', message: 'x' }, 'key-1')).rejects.toThrow();
      expect(await send({ message: 'one' }, 'key-1')).toMatchObject({ isReplay: false });
      clock.advance(25 * 3_600_000);
      expect(await send({ message: 'two' }, 'key-1')).toMatchObject({ isReplay: false });
    });
  });
});
