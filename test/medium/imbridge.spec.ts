import { EXAMPLES, type ExampleId, type WebhookBody } from '../../simulators/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ImbridgePipeline } from '../support/imbridge-pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const ANN = '+12025550143';
const [SQLITE] = DATABASES;
const OPEN = { dmPolicy: 'open', groupPolicy: 'open', groups: { '*': { requireMention: true } } };
const MENTION = { messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } } };
const DATES = ['dateCreated', 'dateEdited', 'dateRead', 'dateDelivered'];
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** When the first example was written. */
const THEN = 1_769_000_000_000;

const world = pipelineWorld(SQLITE![1]);
let p: ImbridgePipeline;
const start = async (
  ...more: Parameters<typeof ImbridgePipeline.start> extends [unknown, ...infer R] ? R : never
) => {
  p = await ImbridgePipeline.start(world, ...more);
};
afterEach(() => p.stop());
const idle = () => world.idle(p.pipeline);

interface Entry {
  readonly role: string;
  readonly kind: string;
  readonly text: string;
  readonly remote_id: string | null;
}
const transcript = async (): Promise<Entry[]> =>
  world.database.db
    .on()
    .selectFrom('transcript')
    .select(['role', 'kind', 'text', 'remote_id'])
    .orderBy('seq')
    .execute();
const events = async () =>
  world.database.db
    .on()
    .selectFrom('inbound_events')
    .select(['id', 'outcome', 'reason'])
    .orderBy('id')
    .execute();

/** The traces of an example: what was said or happened, as the transcript has it, and the answers. */
const HEART = 'reacted with ❤️';
const EFFECTS: Readonly<Partial<Record<ExampleId, readonly string[]>>> = {
  E1: ['turn: Are we still on for six?', 'sent to iMessage;-;+12025550143'],
  E2: ['turn: Train is late', 'sent to any;-;+12025550143'],
  E3: ['turn: Parcel left at the side gate', 'sent to SMS;-;+12025550119'],
  E4: ['turn: Bot, who has the shed key?', 'sent to iMessage;+;chat284650917342108655'],
  E5: ['turn: Yes, the green one', 'sent to iMessage;-;+12025550143'],
  E6: [`notice: ${HEART}`],
  E7: ['notice: reacted with 👍'],
  E8: ['notice: reacted with 👎'],
  E9: ['notice: reacted with 😂'],
  E10: ['notice: reacted with ‼️'],
  E11: ['notice: reacted with ❓'],
  E12: ['notice: took back the reaction ❤️'],
  E13: ['notice: took back the reaction 👍'],
  E14: ['notice: took back the reaction 👎'],
  E15: ['notice: took back the reaction 😂'],
  E16: ['notice: took back the reaction ‼️'],
  E17: ['notice: took back the reaction ❓'],
  E18: ['notice: reacted with 👍'],
  E19: ['notice: reacted with 🎉'],
  E20: ['notice: took back the reaction 🎉'],
  E21: ['notice: reacted with sticker'],
  E22: ['turn: [attachment: IMG_0042.HEIC.jpeg (image/jpeg)]', 'sent to iMessage;-;+12025550143'],
  E23: ['turn: [attachment: IMG_0043.png (image/png)]', 'sent to iMessage;-;+12025550143'],
  E24: ['turn: [attachment: voice memo of 4 s.mp3 (audio/mp3)]', 'sent to iMessage;-;+12025550143'],
  E25: ['notice: edited the message'],
  E26: ['notice: took back the message'],
  E27: [
    'turn: Summarise this one for me',
    'turn: https://garden.example.org/mulch',
    'sent to iMessage;-;+12025550143',
  ],
  E28: ['turn: We got the plot!\n[sent with the effect confetti]', 'sent to iMessage;-;+12025550143'],
  E29: [],
  E30: [],
  E31: ['notice: renamed the conversation to: Allotment crew 2026'],
  E32: ['notice: joined: eve.lindqvist@example.net'],
  E33: ['notice: removed from the conversation: eve.lindqvist@example.net'],
  E34: ['notice: left: eve.lindqvist@example.net'],
  E38: [],
  E39: [],
};

describe('examples of the wire reference, and what the pipeline makes of them', () => {
  const asNow = (body: WebhookBody, delta: number): WebhookBody => ({
    ...body,
    data: Object.fromEntries(
      Object.entries(Object(body.data) as Record<string, unknown>).map(([key, value]) => [
        key,
        DATES.includes(key) && typeof value === 'number' ? value + delta : value,
      ]),
    ),
  });
  const bodiesOf = (id: ExampleId, delta: number) => EXAMPLES[id].map((body) => asNow(body, delta));

  it('E1 to E40, one after the other', async () => {
    await start(OPEN, { config: MENTION });
    const delta = Date.now() - THEN;
    const { runtime } = p.pipeline;
    let seen = { entries: 0, sent: 0 };
    const effectOf = async (): Promise<string[]> => {
      await idle();
      const entries = (await transcript()).slice(seen.entries);
      const sent = p.sent.slice(seen.sent);
      seen = { entries: seen.entries + entries.length, sent: seen.sent + sent.length };
      const said = entries
        .filter(({ role }) => role === 'user')
        .map(({ kind, text }) => `${kind}: ${text.replace(/, unavailable: .*\)\]$/, ')]')}`);
      return [...said, ...sent.map(([guid]) => `sent to ${guid}`)];
    };
    // The bridge knows what it has told of.
    const file = { name: 'IMG_0043.png', mimeType: 'image/png', content: PNG };
    const e23 = {
      guid: (EXAMPLES.E23[0]!.data as { guid: string }).guid,
      from: ANN,
      text: '',
      attachments: [file],
    };
    p.bridge.directChat(ANN);
    p.bridge.directChat('+12025550119', 'SMS');
    const crew = { participants: ['+12025550178'], chatIdentifier: 'chat284650917342108655' };
    p.bridge.createGroup({ ...crew, name: 'Allotment crew' });
    for (const [id, effect] of Object.entries(EFFECTS) as [ExampleId, readonly string[]][]) {
      // The first of two messages is being answered when the second comes.
      const [first, ...others] = bodiesOf(id, delta);
      const asked = runtime.asked.length;
      const more = Promise.withResolvers<undefined>();
      runtime.answer = async ({ text }, signal) => {
        if (id === 'E27' && runtime.asked.length === asked + 1)
          await Promise.race([
            more.promise,
            new Promise((resolve) => signal.addEventListener('abort', resolve)),
          ]);
        return `answer to ${text}`;
      };
      p.bridge.faults.macOs26 = id === 'E2';
      if (id === 'E23') p.bridge.receiveUnseen(e23);
      await p.receive(first!);
      if (id === 'E27') await eventually(() => runtime.asked.length > asked, { what: 'the first question' });
      for (const each of others) await p.receive(each);
      if (id === 'E23') await eventually(() => runtime.asked.length > asked, { what: 'the file' });
      expect([id, await effectOf()]).toEqual([id, effect]);
    }
    // Its own messages and the picture of a group set off nothing; a hello has it catch up.
    for (const id of ['E35', 'E36', 'E37'] as const)
      for (const each of bodiesOf(id, delta)) await p.receive(each);
    const queries = () => p.bridge.requests.filter(({ path }) => path.endsWith('/message/query')).length;
    const before = queries();
    await p.receive(EXAMPLES.E40[0]!);
    await eventually(() => queries() > before, { what: 'a catch-up' });
    await idle();
    expect(p.sent).toHaveLength(seen.sent);
    expect((await events()).filter(({ outcome }) => outcome === 'failed' || outcome === null)).toEqual([]);
    await p.receive(
      asNow(
        { ...EXAMPLES.E1[0]!, data: { ...(EXAMPLES.E1[0]!.data as object), guid: 'LAST', text: 'so?' } },
        delta,
      ),
    );
    await eventually(() => runtime.asked.at(-1)?.text === 'so?', { what: 'the next question' });
    const prompt = runtime.asked.at(-1)!.history.map(({ text }) => text);
    expect(prompt).toContain('Are we still on for seven?');
    expect(prompt).not.toContain('Are we still on for six?');
    expect(prompt).toEqual(
      expect.arrayContaining([HEART, 'edited the message', 'https://garden.example.org/mulch']),
    );
    const said = await transcript();
    const taken = said.find(({ remote_id: id }) => id === (EXAMPLES.E26[0]!.data as { guid: string }).guid);
    expect(taken?.text).toBe('[taken back]');
    const typed = (EXAMPLES.E37[0]!.data as { text: string }).text;
    await eventually(async () => (await transcript()).some(({ text }) => text === typed), {
      what: 'our own words',
    });
  });
});

describe('in the chat it came from', () => {
  const asSms = { from: ANN, service: 'SMS' } as const;

  it('row 21: an iMessage is answered by iMessage and an SMS by SMS, whichever came last', async () => {
    await start(OPEN);
    p.bridge.receiveText({ from: ANN, text: 'by iMessage' });
    p.bridge.receiveText({ ...asSms, text: 'by SMS' });
    p.bridge.receiveText({ from: ANN, text: 'again' });
    await eventually(() => p.sent.length === 3, { what: 'three answers' });
    expect(Object.fromEntries(p.sent.map(([guid, text]) => [text, guid]))).toEqual({
      'echo: by iMessage': `iMessage;-;${ANN}`,
      'echo: by SMS': `SMS;-;${ANN}`,
      'echo: again': `iMessage;-;${ANN}`,
    });
  });
});

describe('what our account did on the phone', () => {
  it('is known to the assistant and answered by nobody; our own sending is not written down again', async () => {
    await start(OPEN, { config: MENTION });
    const crew = p.bridge.createGroup({ participants: [ANN], name: 'Crew' });
    p.bridge.receiveText({ from: ANN, chatGuid: crew.guid, text: 'bot, hello' });
    await eventually(() => p.sent.length === 1, { what: 'an answer' });
    p.bridge.receive({ chatGuid: crew.guid, text: 'typed on the phone' });
    p.bridge.groups.rename(crew, 'Crew 2', null);
    p.bridge.groups.addParticipant(crew, 'eve@example.net', null);
    await eventually(async () => (await transcript()).length === 5, { what: 'what was done' });
    await p.bridge.settled();
    p.bridge.receiveText({ from: ANN, chatGuid: crew.guid, text: 'bot, what did I miss?' });
    await eventually(() => p.sent.length === 2, { what: 'the next answer' });
    const history = p.pipeline.runtime.asked[1]!.history.map(({ role, kind, text }) => [role, kind, text]);
    expect(history).toEqual([
      ['user', 'turn', 'bot, hello'],
      ['assistant', 'turn', 'echo: bot, hello'],
      ['assistant', 'turn', 'typed on the phone'],
      ['user', 'notice', 'this account renamed the conversation to: Crew 2'],
      ['user', 'notice', 'this account added: eve@example.net'],
    ]);
  });

  it('to somebody who is not let in stays private', async () => {
    await start({ ...OPEN, dmPolicy: 'allowlist', allowFrom: [ANN] });
    p.bridge.receive({ chatGuid: 'iMessage;-;+12025550178', text: 'private' });
    p.bridge.receive({ chatGuid: `iMessage;-;${ANN}`, text: 'to Ann' });
    await eventually(async () => (await transcript()).length === 1, { what: 'what Ann was told' });
    expect((await transcript()).map(({ text }) => text)).toEqual(['to Ann']);
  });
});

describe('files', () => {
  const agent = (runtime: object) => ({
    agents: { list: [{ id: 'main', runtime: { type: 'echo', ...runtime } }] },
  });
  const PDF = Buffer.from('%PDF-1.7 the minutes');
  const NOTES = Buffer.from('buy milk');
  /** Files as the assistant was given them: of earlier messages, of the last, and of those they reply to. */
  const given = () => {
    const { history, message } = p.pipeline.runtime.asked.at(-1)!;
    const files = [...history, message].flatMap(({ attachments = [], replyTo }) => [
      ...(replyTo?.attachments ?? []),
      ...attachments,
    ]);
    return files.map(({ name, mimeType, data, problem }) => [name, mimeType, data?.byteLength ?? problem]);
  };
  const file = (name: string, content: Uint8Array, mimeType: string | null = null) => ({
    name,
    content,
    mimeType,
  });
  const answers = (count: number) => eventually(() => p.sent.length === count, { what: `answer ${count}` });

  it.each([
    { takes: { images: true }, isWhole: false },
    { takes: { files: true }, isWhole: true },
  ])(
    'of a group before its mention are told by their content, and given as far as $takes says',
    async ({ takes, isWhole }) => {
      await start({ ...OPEN, mediaMaxMb: 1 }, { config: { ...MENTION, ...agent(takes) } });
      const { guid: chatGuid } = p.bridge.createGroup({ participants: [ANN], name: 'Crew' });
      const bring = async (...[attachment]: [Parameters<typeof p.bridge.receive>[0]['attachments']]) => {
        p.bridge.receive({ from: ANN, chatGuid, text: '', attachments: attachment });
        await p.bridge.settled();
        await idle();
      };
      await bring([file('IMG_1.png', PNG)]);
      await bring([{ ...file('sticker.heic', PNG), isSticker: true }]);
      await bring([file('minutes.pdf', PDF)]);
      await bring([file('notes.txt', NOTES, 'text/plain')]);
      await bring([{ ...file('large.mov', Buffer.alloc(1024 * 1024 + 1)), totalBytes: 10 }]);
      p.bridge.receiveText({ from: ANN, chatGuid, text: 'bot, what is all this?' });
      await answers(1);
      expect(given()).toEqual([
        ['IMG_1.png', 'image/png', PNG.length],
        ['sticker.heic', 'image/png', PNG.length],
        ['minutes.pdf', 'application/pdf', isWhole ? PDF.length : undefined],
        ['notes.txt', 'text/plain', isWhole ? NOTES.length : undefined],
        ['large.mov', 'application/octet-stream', 'larger than 1 MB'],
      ]);
      const kept = await world.database.db.on().selectFrom('media').select('id').execute();
      expect(kept).toHaveLength(3);
    },
  );

  it('of an earlier message and of the one replied to are given', async () => {
    await start({ ...OPEN, dmHistoryLimit: 1 }, { config: agent({ images: true }) });
    const first = p.bridge.receive({ from: ANN, text: 'the shed', attachments: [file('IMG_1.png', PNG)] });
    await answers(1);
    p.bridge.receiveText({ from: ANN, text: 'nice?' });
    await answers(2);
    expect(given()).toEqual([['IMG_1.png', 'image/png', PNG.length]]);
    p.bridge.receiveText({ from: ANN, text: 'and the fence?' });
    await answers(3);
    expect(given()).toEqual([]);
    p.bridge.receive({ from: ANN, text: 'this one', threadOriginatorGuid: first.guid });
    await answers(4);
    expect(given()).toEqual([['IMG_1.png', 'image/png', PNG.length]]);
  });
});
