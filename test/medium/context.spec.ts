import { promptOf, RuntimeFailure } from '../../src/assistant/index.js';
import type { AttachmentRef, PastMessage, RemoteMessageId, SenderId } from '../../src/channels/index.js';
import { estimateTokens } from '../../src/assistant/prompt/token-estimate.js';
import { contextWorld, textsOf } from '../support/context-world.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe.each(DATABASES)('the context of a turn on %s', (_, open) => {
  const { start, idle, say, historyOf } = contextWorld(open);
  let p: Pipeline;
  const agent = (more: object) => ({ config: { agents: { list: [{ id: 'main', ...more }] } } });

  describe('its history', () => {
    it('of a direct chat counts user turns, with the sender’s own limit first', async () => {
      p = await start({ dmHistoryLimit: 2 });
      p.runtime.answer = ({ text }) => (text === 'two' ? '' : `re ${text}`);
      await say('one', 'two');
      await p.connector.happens('ann', { type: 'renamed', name: 'us' });
      await say('three', 'four');
      expect(textsOf(historyOf('four'))).toEqual([
        'two',
        'renamed the conversation to: us',
        'three',
        're three',
      ]);
      await say('five');
      expect(textsOf(historyOf('five'))).toEqual(['three', 're three', 'four', 're four']);
      p.connector.settings = { ...p.connector.settings, dmHistoryLimits: new Map([['ann' as SenderId, 1]]) };
      await say('six');
      expect(textsOf(historyOf('six'))).toEqual(['five', 're five']);
      p.connector.settings = { ...p.connector.settings, dmHistoryLimits: new Map([['ann' as SenderId, 0]]) };
      await say('seven');
      expect(historyOf('seven')).toEqual([]);
    });

    it.each([
      [{}, 3, ['three', 'four', 'five']],
      [{ historyLimit: 1 }, 3, ['five']],
      [{ historyLimit: 0 }, 3, []],
      [{}, 0, []],
    ])('of a group has the last messages: account %j, all %i', async (settings, historyLimit, expected) => {
      p = await start(settings, { config: { messages: { groupChat: { historyLimit } } } });
      for (const text of ['one', 'two', 'three', 'four', 'five'])
        await p.connector.receiveInGroup('g', 'ann', text);
      await p.connector.receiveInGroup('g', 'ben', 'ask', { mentionsUs: true });
      await idle();
      expect(textsOf(historyOf('ask'))).toEqual(expected);
    });

    it('adds messages that the service recalls, from admitted senders only, and none twice', async () => {
      const group = () => ({ isExcluded: false, requireMention: true });
      p = await start({
        groupPolicy: 'allowlist',
        groupAllowFrom: only('ann', 'ben'),
        group,
        historyLimit: 4,
      });
      const past = (text: string, from: string, at: number): PastMessage => ({
        messageId: `past-${text}` as RemoteMessageId,
        sender: { id: from as SenderId, isSelf: from === 'us' },
        text,
        attachments: text === 'two' ? [{ id: 'f', name: 'plan.pdf', mimeType: 'text/plain', bytes: 0 }] : [],
        occurredAt: at,
      });
      const asked: [string, number][] = [];
      let said = [past('one', 'ben', 1), past('ours', 'us', 2), past('two', 'ann', 3)];
      p.connector.recalls = ({ text }, most) => {
        asked.push([text, most]);
        return said;
      };
      const messageId = 'past-known' as RemoteMessageId;
      for (const text of ['left out', 'heard']) await p.connector.receiveInGroup('g', 'ben', text);
      await p.connector.receiveInGroup('g', 'ben', 'known', { messageId });
      said = [...said, past('known', 'ben', Date.now()), past('SECRET', 'eve', 4)];
      await p.connector.receiveInGroup('g', 'ann', 'ask', { mentionsUs: true });
      await idle();
      // The addressee of the gateway's own text there is unknown, so the text goes with eve's message.
      const two = 'two\n[attachment: plan.pdf (text/plain)]';
      expect(textsOf(historyOf('ask'))).toEqual(['one', two, 'heard', 'known']);
      said = said.slice(0, 3);
      await p.connector.receiveInGroup('g', 'ann', 'again', { mentionsUs: true });
      await idle();
      expect(textsOf(historyOf('again')).slice(0, 3)).toEqual(['one', 'ours', two]);
      expect(asked).toEqual([
        ['ask', 4],
        ['again', 4],
      ]);
      const rows = await p.db.on().selectFrom('transcript').select('text').execute();
      expect(JSON.stringify(rows)).not.toMatch(/SECRET|plan\.pdf/);

      p.connector.settings = { ...p.connector.settings, allowFrom: only('ann') };
      await p.connector.receiveInGroup('g', 'ann', '/new');
      await idle();
      await p.connector.receiveInGroup('g', 'ann', 'afresh', { mentionsUs: true });
      await idle();
      p.connector.settings = { ...p.connector.settings, historyLimit: 0 };
      await p.connector.receiveInGroup('g', 'ann', 'none', { mentionsUs: true });
      await say('direct');
      expect([historyOf('afresh'), historyOf('none')]).toEqual([[], []]);
      expect(asked.map(([text]) => text)).toEqual(['ask', 'again', 'afresh']);
    });

    it('has outdated messages of admitted senders, unanswered', async () => {
      p = await start({ dmPolicy: 'pairing', allowFrom: only('ann'), groupPolicy: 'open' });
      const long = { isOutdated: true, isLate: true, mentionsUs: true };
      await p.connector.receive('ann', 'old', long);
      await p.connector.receive('ann', '/new', long);
      await p.connector.receive('eve', 'let me in', long);
      await idle();
      expect([p.connector.sent, p.runtime.asked]).toEqual([[], []]);
      await say('now');
      expect(textsOf(historyOf('now'))).toEqual(['old', '/new']);
    });

    it('is kept within contextTokens, and never begins with an answer', async () => {
      p = await start({}, agent({ contextTokens: 212 }));
      const long = '今天天气很好。'.repeat(3);
      p.runtime.answer = ({ text }) => (text.startsWith('one') ? 'short' : long);
      // One by one: a header has the id of an answer only once that was sent.
      for (const text of [`one ${long}`, 'two', 'three']) await say(text);
      // In the 60 % that are kept, the answer to one would have room as well, but not its question.
      expect(textsOf(historyOf('three'))).toEqual(['two', long]);
      p.runtime.answer = () => long.repeat(3);
      await say('four', 'five');
      expect(historyOf('five')).toEqual([]);
    });

    it('counts headers, quotes and the answered message within the budget', async () => {
      p = await start({}, agent({ contextTokens: 2_000 }));
      const sender = { id: '+4915112345678' as SenderId, isSelf: false, name: 'Annemarie von der Au-Berg' };
      const replyTo = 'said-0' as RemoteMessageId;
      const say = (n: number, more: object = {}) =>
        p.connector.receiveInGroup('g', 'ann', `ok ${n} ${'?!'.repeat(30)}`, {
          sender,
          messageId: `said-${n}` as RemoteMessageId,
          ...(n > 0 ? { replyTo } : {}),
          ...more,
        });
      for (let n = 0; n < 20; n++) await say(n);
      await say(20, { mentionsUs: true });
      await idle();
      const [asked] = p.runtime.asked;
      const texts = promptOf(asked!.input).map(({ text }) => text);
      // The question, and 60 % of what it leaves.
      expect(estimateTokens(texts.join('\n'))).toBeLessThanOrEqual(1_300);
      expect(asked!.history.length).toBeGreaterThan(3);
    });

    it('has no message of a sender who is not admitted, and no quote of one', async () => {
      const group = () => ({ isExcluded: false, requireMention: true });
      p = await start({ groupPolicy: 'allowlist', groupAllowFrom: only('ann'), group });
      const messageId = 'eve-1' as RemoteMessageId;
      await p.connector.receiveInGroup('g', 'eve', 'SECRET', { messageId });
      await p.connector.happens(
        'eve',
        { type: 'edited', messageId, text: 'SECRET 2' },
        { conversation: { id: 'g' as never, kind: 'group' } },
      );
      await p.connector.receiveInGroup('g', 'ann', 'heard', { replyTo: messageId });
      await p.connector.receiveInGroup('g', 'ann', 'what?', { replyTo: messageId, mentionsUs: true });
      await idle();
      const [asked] = p.runtime.asked;
      expect(textsOf(asked!.history)).toEqual(['heard']);
      expect(asked!.message.replyTo).toEqual({ short: expect.any(String), full: 'eve-1' });
      expect(JSON.stringify(asked)).not.toContain('SECRET');
      const rows = await p.db.on().selectFrom('transcript').select('text').execute();
      expect(JSON.stringify(rows)).not.toContain('SECRET');
    });

    it('has messages as their authors edited or unsent them, whatever others claim', async () => {
      p = await start();
      const [first, second] = ['a-1', 'a-2'] as RemoteMessageId[];
      const conversation = { id: 'g' as never, kind: 'group' } as const;
      await p.connector.receiveInGroup('g', 'ann', 'draft', { messageId: first! });
      await p.connector.receiveInGroup('g', 'ann', 'regret', { messageId: second! });
      // From here on they are in memory.
      await p.connector.receiveInGroup('g', 'ben', 'first', { mentionsUs: true });
      await idle();
      expect(textsOf(historyOf('first'))).toEqual(['draft', 'regret']);
      await p.connector.happens(
        'eve',
        { type: 'edited', messageId: first!, text: 'forged' },
        { conversation },
      );
      await p.connector.happens('eve', { type: 'unsent', messageId: first! }, { conversation });
      await p.connector.happens(
        'ann',
        { type: 'edited', messageId: first!, text: 'final' },
        { conversation },
      );
      await p.connector.happens('ann', { type: 'unsent', messageId: second! }, { conversation });
      await p.connector.receiveInGroup('g', 'ben', 'ask', { mentionsUs: true });
      await idle();
      expect(historyOf('ask').map(({ from, text }) => `${from?.id}: ${text}`)).toEqual([
        'ann: final',
        'ann: [taken back]',
        'ben: first',
        'undefined: echo: first',
        'eve: edited the message, which now reads: forged',
        'eve: deleted the message',
        'ann: edited the message',
        'ann: deleted the message',
      ]);
      expect(JSON.stringify(historyOf('ask'))).not.toMatch(/draft|regret/);
    });
  });

  describe('its message ids', () => {
    it('row 17: come with each message, and with a quote of the message it replies to', async () => {
      p = await start();
      await p.connector.receive('ann', 'first', { messageId: 'm1' as RemoteMessageId });
      await eventually(() => p.connector.sent.length === 1);
      const ours = p.connector.sent[0]!.messageId;
      await idle();
      await p.connector.receive('ann', 'second', { messageId: 'm2' as RemoteMessageId, replyTo: ours });
      await p.connector.happens('ann', {
        type: 'reaction',
        messageId: 'm1' as RemoteMessageId,
        emoji: '👍',
        isRemoved: false,
      });
      await p.connector.receive('ann', 'third', { replyTo: 'm1' as RemoteMessageId });
      await idle();
      const [m1, own] = p.runtime.asked[1]!.history.map(({ ids }) => ids!);
      const m2 = p.runtime.asked[1]!.message.ids!;
      expect([m1!.full, own!.full, m2.full]).toEqual(['m1', ours, 'm2']);
      expect(new Set([m1!.short, own!.short, m2.short]).size).toBe(3);
      const answered = { ...own, quote: 'echo: first', isOurs: true };
      expect(p.runtime.asked[1]!.message.replyTo).toEqual(answered);
      const quoted = { ...m1, quote: 'first' };
      expect(p.runtime.asked[2]!.message.replyTo).toEqual(quoted);
      expect(p.runtime.asked[2]!.history).toMatchObject([
        { ids: m1 },
        { role: 'assistant', ids: own },
        { ids: m2, replyTo: answered },
        { role: 'assistant' },
        { kind: 'notice', text: 'reacted with 👍', replyTo: quoted },
      ]);
    });

    it('name the card that a sender answered', async () => {
      p = await start();
      await p.connector.receive('ann', 'first').then(idle);
      const { messageId } = p.connector.sent[0]!;
      await p.connector.answersCard('ann', { choice: 1 }, { messageId }).then(idle);
      expect(p.runtime.asked[1]!.message.replyTo).toMatchObject({ full: messageId, isOurs: true });
    });

    it('are those of the first message of a long answer', async () => {
      p = await start({ text: { chunkLimit: 120, chunkMode: 'length' } });
      p.runtime.answer = ({ text }) => (text === 'one' ? 'word '.repeat(50) : 'ok');
      await say('one');
      expect(p.connector.sent.length).toBeGreaterThan(1);
      await say('two');
      expect(historyOf('two')[1]!.ids!.full).toBe(p.connector.sent[0]!.messageId);
    });

    it('are those of the first block of an answer, although another run continued it', async () => {
      p = await start({ blockStreaming: true });
      const block = (letter: string) => ({ kind: 'text', text: `${letter.repeat(150)}\n\n` }) as const;
      p.runtime.stream = async function* ({ alreadySaid, text }) {
        if (text === 'one' && alreadySaid === '') {
          yield* [block('a'), block('b')];
          throw new RuntimeFailure('cut', true);
        }
        if (text === 'one') yield block('c');
      };
      await say('one');
      expect(p.connector.sent).toHaveLength(3);
      await say('two');
      expect(historyOf('two')).toMatchObject([
        { text: 'one' },
        { role: 'assistant', ids: { full: p.connector.sent[0]!.messageId } },
      ]);
    });

    it('are missing for messages that were not sent', async () => {
      p = await start();
      p.connector.onSend = () => ({
        kind: 'not-sent',
        code: 'rejected',
        retry: { kind: 'never' },
        detail: '',
      });
      await say('one');
      await say('two');
      expect(historyOf('two')[1]).toMatchObject({ role: 'assistant', text: 'echo: one' });
      expect(historyOf('two')[1]!.ids).toBeUndefined();
    });

    it('are given in their own conversation only, although the session is shared', async () => {
      p = await start();
      await p.connector.receive('ben', 'from ben');
      await idle();
      await say('from ann');
      const [shared] = historyOf('from ann');
      expect(shared).toMatchObject({ text: 'from ben', from: { id: 'ben' } });
      expect(historyOf('from ann').map(({ ids }) => ids)).toEqual([undefined, undefined]);
    });
  });

  describe('its images', () => {
    const taking = agent({ runtime: { type: 'echo', images: true } });
    const file = (id: string, more: Partial<AttachmentRef> = {}): AttachmentRef => ({
      id,
      name: `${id}.png`,
      mimeType: 'image/png',
      bytes: PNG.length,
      ...more,
    });
    const ask = async (...attachments: AttachmentRef[]) => {
      await p.connector.receive('ann', 'look', { attachments });
      await idle();
      return p.runtime.asked.at(-1)!.message.attachments;
    };

    it('have their real type, and those that are unavailable are mentioned', async () => {
      p = await start({ mediaMaxBytes: 1_000 }, taking);
      p.connector.media.set('good', PNG);
      p.connector.media.set('lies', new Uint8Array(Buffer.from('<svg/>')));
      p.connector.media.set('swells', new Uint8Array([...PNG, ...new Uint8Array(2_000)]));
      const others = [
        file('lies'),
        file('swells'),
        file('gone'),
        file('large', { bytes: 1_001 }),
        file('voice', { mimeType: 'audio/mpeg' }),
      ];
      const attachments = await ask(file('good', { mimeType: 'image/jpeg' }), ...others);
      expect(attachments).toEqual([
        { name: 'good.png', mimeType: 'image/png', bytes: PNG.length, data: PNG },
        { name: 'lies.png', mimeType: 'application/octet-stream', bytes: 6 },
        ...[
          'larger than 0.00095 MB',
          'it could not be fetched',
          'larger than 0.00095 MB',
          'it could not be fetched',
        ].map((problem, index) => {
          const { name, mimeType, bytes } = others[index + 1]!;
          return { name, mimeType, bytes, problem };
        }),
      ]);
      expect(p.connector.fetched).toEqual(['good', 'lies', 'swells', 'gone', 'voice']);
      expect(p.connector.textsTo('ann')).toEqual(['echo: look']);
    });

    it('are limited in number and in total size', async () => {
      p = await start({ mediaMaxBytes: 30 * 1024 * 1024 }, taking);
      const big = new Uint8Array(15 * 1024 * 1024);
      big.set(PNG);
      for (const id of ['big', 'bigger']) p.connector.media.set(id, big);
      expect((await ask(file('big'), file('bigger')))!.map(({ data }) => data?.length)).toEqual([
        big.length,
        undefined,
      ]);
      const many = Array.from({ length: 12 }, (_each, index) => `p${index}`);
      // Each has its own picture, since identical ones are included once.
      for (const [index, id] of many.entries()) p.connector.media.set(id, new Uint8Array([...PNG, index]));
      const shown = (await ask(...many.map((id) => file(id))))!.filter(({ data }) => data);
      expect(shown).toHaveLength(10);
    });

    it('are named only for a model without images', async () => {
      p = await start();
      p.connector.media.set('good', PNG);
      expect(await ask(file('good'))).toEqual([
        { name: 'good.png', mimeType: 'image/png', bytes: PNG.length },
      ]);
    });
  });

  it('is the message alone for a runtime that ignores context', async () => {
    p = await start({}, agent({ runtime: { type: 'echo', images: true } }));
    p.runtime.ignoresContext = true;
    await say('one', 'two');
    await p.connector.receive('ann', 'three', {
      attachments: [{ id: 'x', name: 'x.png', mimeType: 'image/png', bytes: 1 }],
    });
    await idle();
    expect(p.runtime.asked.map(({ history }) => history)).toEqual([[], [], []]);
  });
});
