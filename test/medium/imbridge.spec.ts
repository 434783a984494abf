import { SYSTEM } from '../../src/access-control/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ImbridgePipeline, type StartParameters } from '../support/imbridge-pipeline.js';
import { inboundEventsIn, transcriptIn } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const ANN = '+12025550143';
const [SQLITE] = DATABASES;
const OPEN = { dmPolicy: 'open', groupPolicy: 'open', groups: { '*': { requireMention: true } } };
const MENTION = { messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } } };
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const world = pipelineWorld(SQLITE![1]);
let p: ImbridgePipeline;
const start = async (...more: StartParameters) => {
  p = await ImbridgePipeline.start(world, ...more);
};
afterEach(() => p.stop());
const idle = () => world.idle(p.pipeline);

const transcript = () => transcriptIn(world.database.db);
const events = () => inboundEventsIn(world.database.db);

describe('the chat of an answer', () => {
  const asSms = { from: ANN, service: 'SMS' } as const;

  it('row 21: is iMessage for an iMessage and SMS for an SMS, whichever came last', async () => {
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

describe('an answer in Markdown', () => {
  const bridge = { serverVersion: '1.9.10' };
  const shown = () =>
    p.bridge
      .sentMessages()
      .map(({ text, textFormatting }) => [
        text,
        textFormatting.map(({ start, length }) => text!.slice(start, start + length)),
      ]);
  const ask = async (text: string) => {
    p.bridge.receiveText({ from: ANN, text });
    await eventually(() => p.sent.length > 0, { what: 'an answer' });
    await idle();
  };

  it('has its styles, after a prefix and over several messages', async () => {
    const config = { messages: { responsePrefix: '[**Ida**]' } };
    await start({ ...OPEN, textChunkLimit: 24 }, { bridge, config });
    await ask('**😀 one two three** four *five* [six](https://x.example)');
    expect(shown()).toEqual([
      ['[Ida] echo: 😀 one two', ['Ida', '😀 one two']],
      ['three four five six', ['three', 'five']],
      ['(https://x.example)', []],
    ]);
  });
});

describe('access on imbridge', () => {
  const BEN = '+12025550178';
  const CREW = 'iMessage;+;chat1';
  const withGroups = () => {
    const crew = { participants: [ANN, BEN], name: 'Crew' };
    for (const chatIdentifier of ['chat1', 'chat2']) p.bridge.createGroup({ ...crew, chatIdentifier });
  };
  /** @returns the outcome */
  const tell = async (message: Parameters<typeof p.bridge.receiveText>[0]) => {
    p.bridge.receiveText(message);
    await p.bridge.idle();
    await idle();
    const { outcome, reason } = (await events()).at(-1)!;
    return outcome === 'dropped' ? reason : outcome;
  };

  it('CVE-2026-22170: is denied to all with an empty list (row 43)', async () => {
    await start({ dmPolicy: 'allowlist', allowFrom: [], groupPolicy: 'allowlist', groupAllowFrom: [] });
    withGroups();
    expect(await tell({ from: ANN, text: '/status' })).toBe('not-allowlisted');
    expect(await tell({ from: ANN, text: 'hello', chatGuid: CREW })).toBe('not-allowlisted');
    expect([p.sent, p.pipeline.runtime.asked]).toEqual([[], []]);
  });

  it('CVE-2026-26328: in groups is given by no pairing and no list for direct chats (row 44)', async () => {
    await start({ allowFrom: [BEN], groupPolicy: 'allowlist', groups: { '*': { requireMention: false } } });
    withGroups();
    expect(await tell({ from: ANN, text: 'hello' })).toBe('pairing');
    const pairing = p.pipeline.module.get(PairingService, { strict: false });
    const [asked] = await pairing.list({ status: 'pending', limit: 1 });
    await pairing.approve(SYSTEM, { id: asked!.id });
    expect(await tell({ from: ANN, text: 'now?' })).toBe('turn');
    const before = p.sent.length;
    for (const from of [ANN, BEN])
      for (const text of ['hello', '/status'])
        expect(await tell({ from, text, chatGuid: CREW })).toBe('not-allowlisted');
    expect(p.sent).toHaveLength(before);
  });

  it('and instructions can be set for each group, and a group can be switched off', async () => {
    const own = { users: [BEN], systemPrompt: 'Be brief.', requireMention: false };
    const groups = { '*': { requireMention: false }, [CREW]: own, 'iMessage;-;chat2': { enabled: false } };
    await start({ groupPolicy: 'allowlist', groupAllowFrom: [ANN], groups });
    withGroups();
    expect(await tell({ from: ANN, text: 'hello', chatGuid: CREW })).toBe('not-allowlisted');
    expect(await tell({ from: BEN, text: 'hello', chatGuid: CREW })).toBe('turn');
    expect(p.pipeline.runtime.asked.at(-1)!.place).toMatchObject({ systemPrompt: 'Be brief.' });
    expect(await tell({ from: ANN, text: 'hello', chatGuid: 'iMessage;+;chat2' })).toBe('group-off');
    p.bridge.createGroup({ participants: [ANN], chatIdentifier: 'chat3' });
    expect(await tell({ from: ANN, text: 'hello', chatGuid: 'iMessage;+;chat3' })).toBe('turn');
    expect(p.pipeline.runtime.asked.at(-1)!.place).not.toHaveProperty('systemPrompt');
  });

  it('can be open for all groups except one that is switched off', async () => {
    await start({ ...OPEN, groups: { '*': { requireMention: false }, [CREW]: { enabled: false } } });
    withGroups();
    expect(await tell({ from: ANN, text: 'hello', chatGuid: CREW })).toBe('group-off');
    expect(await tell({ from: ANN, text: 'hello', chatGuid: 'iMessage;+;chat2' })).toBe('turn');
  });
});

describe('activity of our own account on the phone', () => {
  it('is recorded and not answered, and our own sends are not recorded again', async () => {
    await start(OPEN, { config: MENTION });
    const crew = p.bridge.createGroup({ participants: [ANN], name: 'Crew' });
    p.bridge.receiveText({ from: ANN, chatGuid: crew.guid, text: 'bot, hello' });
    await eventually(() => p.sent.length === 1, { what: 'an answer' });
    // The bridge calls all webhooks at once, and only messages are put into order.
    const isKnown = (count: number) =>
      eventually(async () => (await transcript()).length === count, { what: 'what was done' });
    p.bridge.receive({ chatGuid: crew.guid, text: 'typed on the phone' });
    await isKnown(3);
    p.bridge.groups.rename(crew, 'Crew 2', null);
    await isKnown(4);
    p.bridge.groups.addParticipant(crew, 'eve@example.net', null);
    await isKnown(5);
    await p.bridge.idle();
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

  it('is recorded in its place: after the running question, before its answer', async () => {
    await start(OPEN);
    const answer = Promise.withResolvers<string>();
    p.pipeline.runtime.answer = ({ text }) => (text === 'six?' ? answer.promise : `echo: ${text}`);
    const said = async () => (await transcript()).map(({ text }) => text);
    p.bridge.receiveText({ from: ANN, text: 'six?' });
    await eventually(() => p.pipeline.runtime.asked.length === 1, { what: 'the question' });
    p.bridge.receive({ chatGuid: `iMessage;-;${ANN}`, text: 'I will ask' });
    await eventually(async () => (await said()).includes('I will ask'), { what: 'what was typed' });
    answer.resolve('yes');
    await eventually(() => p.sent.length === 1, { what: 'the answer' });
    await p.bridge.idle();
    await idle();
    p.bridge.receive({ chatGuid: `iMessage;-;${ANN}`, subject: 'Seven', text: 'or later' });
    p.bridge.receiveText({ from: ANN, text: 'fine' });
    await eventually(() => p.sent.length === 2, { what: 'the next answer' });
    const later = '[subject: Seven]\nor later';
    expect(await said()).toEqual(['six?', 'I will ask', 'yes', later, 'fine', 'echo: fine']);
  });

  it('with a sender who is not admitted is not recorded', async () => {
    await start({ ...OPEN, dmPolicy: 'allowlist', allowFrom: [ANN] });
    p.bridge.receive({ chatGuid: 'iMessage;-;+12025550178', text: 'private' });
    p.bridge.receive({ chatGuid: `iMessage;-;${ANN}`, text: 'to Ann' });
    await eventually(async () => (await transcript()).length === 1, { what: 'what Ann was told' });
    expect((await transcript()).map(({ text }) => text)).toEqual(['to Ann']);
  });
});

describe('incoming files', () => {
  const agent = (runtime: object) => ({
    agents: { list: [{ id: 'main', runtime: { type: 'echo', ...runtime } }] },
  });
  const PDF = Buffer.from('%PDF-1.7 the minutes');
  const NOTES = Buffer.from('buy milk');
  /** The files passed to the assistant: those of earlier messages, of the last, and of the quoted ones. */
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
    'of a group before its mention are named by their content, and given as $takes allows',
    async ({ takes, isWhole }) => {
      await start({ ...OPEN, mediaMaxMb: 1 }, { config: { ...MENTION, ...agent(takes) } });
      const { guid: chatGuid } = p.bridge.createGroup({ participants: [ANN], name: 'Crew' });
      type Arrival = Parameters<typeof p.bridge.receive>[0];
      const bring = async (attachments: Arrival['attachments'], more: Partial<Arrival> = {}) => {
        p.bridge.receive({ from: ANN, chatGuid, text: '', attachments, ...more });
        await p.bridge.idle();
        await idle();
      };
      await bring([file('IMG_1.png', PNG)]);
      await bring([{ ...file('sticker.heic', PNG), isSticker: true }]);
      await bring([file('put.heic', PNG)], {
        associatedMessageGuid: 'p:0/GUID-1',
        associatedMessageType: 'sticker',
      });
      await bring([file('minutes.pdf', PDF)]);
      await bring([file('notes.txt', NOTES, 'text/plain')]);
      await bring([{ ...file('large.mov', Buffer.alloc(1024 * 1024 + 1)), totalBytes: 10 }]);
      p.bridge.receiveText({ from: ANN, chatGuid, text: 'bot, what is all this?' });
      await answers(1);
      expect(given()).toEqual([
        ['IMG_1.png', 'image/png', PNG.length],
        ['sticker.heic', 'image/png', PNG.length],
        ['put.heic', 'image/png', PNG.length],
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
