import type { TurnPart } from '../../src/assistant/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { ImbridgePipeline, type StartParameters } from '../support/imbridge-pipeline.js';
import { throughBackOffs } from '../support/passing-time.js';
import { type Asked, inboundEventsIn, transcriptIn } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const ANN = '+12025550143';
const [SQLITE] = DATABASES;
const OPEN = { dmPolicy: 'open', groupPolicy: 'open', groups: { '*': { requireMention: true } } };
const MENTION = { messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } } };

const world = pipelineWorld(SQLITE![1]);
let p: ImbridgePipeline;
const start = async (...more: StartParameters) => {
  p = await ImbridgePipeline.start(world, ...more);
};
afterEach(() => p.stop());
const idle = () => world.idle(p.pipeline);

const transcript = () => transcriptIn(world.database.db);
const events = () => inboundEventsIn(world.database.db);

describe('an answer that macOS changes on its way', () => {
  const ANSWER = `with quotes: "it's" fine`;
  const CHANGED = 'with quotes: \u201cit\u2019s\u201d fine';

  it('is sent once when the bridge reports a failure of what went out', async () => {
    const clock = new FakeClock(Date.now());
    await start(OPEN, { bridge: { privateApi: false }, clock });
    p.pipeline.runtime.answer = () => ANSWER;
    p.bridge.faults.textsChanged = true;
    p.bridge.faults.sends.all({ kind: 'row-unseen' });
    const from = clock.now();
    p.bridge.receiveText({ from: ANN, text: 'hi' });
    const state = async () =>
      (await world.database.db.on().selectFrom('deliveries').select(['state', 'remote_id']).execute())[0];
    const passing = { ...p.pipeline, clock };
    await throughBackOffs(passing, () => clock.now() >= from + 150_000);
    await p.bridge.idle();
    expect(p.sent).toEqual([[`iMessage;-;${ANN}`, CHANGED]]);
    expect(await state()).toEqual({ state: 'sent', remote_id: p.bridge.sentMessages()[0]!.guid });
    // The row is not what someone typed on the phone either.
    expect((await transcript()).map(({ text }) => text)).toEqual(['hi', ANSWER]);
  });
});

describe('a chat with oneself', () => {
  const PHONE = '+12025550100';
  const ANSWER = `with quotes: "it's" fine`;
  const talk = async (from: string, prepare: () => void = () => undefined) => {
    await start(OPEN, { bridge: { privateApi: false, aliases: [PHONE] } });
    p.pipeline.runtime.answer = () => ANSWER;
    Object.assign(p.bridge.faults, { textsChanged: true, reflectAfterMs: 1 });
    prepare();
    p.bridge.receiveText({ from, text: 'note' });
    await eventually(() => p.bridge.messages().filter(({ isFromMe }) => !isFromMe).length > 1, {
      what: 'the copy',
    });
    await p.bridge.idle();
    await idle();
    return p.pipeline.runtime.asked.map(({ text }) => text);
  };

  it('through a reported address has no answer to a copy that macOS has changed', async () => {
    expect(await talk('host.owner@example.com')).toEqual(['note']);
  });

  it('through an address that the bridge does not report is recognized by its first copy', async () => {
    expect(await talk(PHONE)).toEqual(['note']);
  });

  it('is recognized before any copy where the chat was last addressed by its own handle', async () => {
    const own = () => (p.bridge.directChat(PHONE).lastAddressedHandle = PHONE);
    expect(await talk(PHONE, own)).toEqual(['note']);
    // What the owner types there is no message to anyone else.
    p.bridge.receive({ chatGuid: p.bridge.directChat(PHONE).guid, text: 'typed' });
    await p.bridge.idle();
    expect((await transcript()).map(({ text }) => text)).toEqual(['note', ANSWER]);
    const asked = p.bridge.requests.filter(({ path }) => /\/chat\/[^/]*$/.test(path.split('?')[0]!));
    expect(asked.length).toBe(1);
  });
});

describe('an answer that begins with a tag of OpenClaw', () => {
  const long = `${'word '.repeat(40)}end`;
  const texts = () => p.bridge.requests.filter(({ path }) => path.endsWith('/message/text'));
  /** The text of each message, and the message it is attached to. */
  const posted = () =>
    texts()
      .map(({ body }) => body as { message: string; selectedMessageGuid?: string })
      .map(({ message, selectedMessageGuid }) => [message, selectedMessageGuid]);
  /** Answers in pieces of two characters. */
  const answering = (answer: (asked: Asked) => string) => {
    p.pipeline.runtime.stream = async function* (asked): AsyncGenerator<TurnPart> {
      for (const text of answer(asked).match(/.{1,2}/gs) ?? []) yield { kind: 'text', text };
    };
  };
  const ask = async (text: string) => {
    const row = p.bridge.receiveText({ from: ANN, text });
    await p.bridge.idle();
    await idle();
    return row.guid;
  };

  it.each([false, true])(
    'replies to the message, without the tag; block streaming %s',
    async (isInBlocks) => {
      await start({ ...OPEN, blockStreaming: isInBlocks });
      answering(() => `[[reply_to_current]]\n${long}\n\n${long}`);
      const guid = await ask('six?');
      const inBlocks = [
        [long, guid],
        [long, undefined],
      ];
      expect(posted()).toEqual(isInBlocks ? inBlocks : [[`${long}\n\n${long}`, guid]]);
      expect((await transcript()).at(-1)!.text).toBe(`${long}\n\n${long}`);
    },
  );

  it('replies to the message that it names, and to none that is not in the conversation', async () => {
    await start(OPEN);
    const other = p.bridge.receiveText({ from: '+12025550178', text: 'private' }).guid;
    const first = await ask('one');
    const since = posted().length;
    const idOf = ({ history }: Asked) => history.find(({ text }) => text === 'one')!.ids!.short;
    for (const id of [idOf, () => first, () => other, () => '123456789']) {
      answering((asked) => `[[reply_to: ${id(asked)}]] yes`);
      await ask('and now?');
    }
    expect(posted().slice(since)).toEqual([
      ['yes', first],
      ['yes', first],
      ['yes', undefined],
      ['yes', undefined],
    ]);
  });

  it('is sent without the tag where the Mac cannot reply, and as a message of the tool', async () => {
    await start(OPEN, { bridge: { privateApi: false } });
    answering(() => '[[reply_to_current]]yes');
    await ask('six?');
    p.pipeline.runtime.stream = undefined;
    p.pipeline.runtime.answer = async (asked) => {
      const input = { action: 'send', message: '[[reply_to_current]] by the tool' };
      await asked.tools!()!.call('message', input, new AbortController().signal);
      return '';
    };
    await ask('seven?');
    expect(posted()).toEqual([
      ['yes', undefined],
      ['by the tool', undefined],
    ]);
  });
});

describe('a row without words', () => {
  const said = async () => (await transcript()).map(({ kind, text }) => `${kind}: ${text}`);
  const POLLS = 'com.apple.messages.Polls';

  it('is context where it is a card of an iMessage app, by webhook and by the catch-up', async () => {
    await start(OPEN);
    p.bridge.receiveCard({ from: ANN }, POLLS);
    await eventually(async () => (await said()).length === 1, { what: 'the poll' });
    p.bridge.receiveCardUnseen({ from: ANN }, 'com.apple.findmy.FindMyMessagesApp');
    p.bridge.receiveCardUnseen({ from: ANN, text: '\ufffc\ufffd', hasPayloadData: false });
    p.bridge.receiveText({ from: ANN, text: 'got it?' });
    await eventually(() => p.sent.length === 1, { what: 'the answer' });
    await idle();
    expect(await said()).toEqual([
      'notice: shared a poll',
      'notice: shared a location (Find My)',
      'notice: shared a card that only Messages can display',
      'turn: got it?',
      'turn: echo: got it?',
    ]);
  });

  it('gets no pairing code', async () => {
    await start({ dmPolicy: 'pairing' });
    p.bridge.receiveCard({ from: ANN }, POLLS);
    p.bridge.receiveCard({ from: ANN });
    await eventually(async () => (await events()).length === 2, { what: 'both cards' });
    await idle();
    expect([p.sent, await said()]).toEqual([[], []]);
  });

  it('is a change of our own account, where it was shared on the phone', async () => {
    await start(OPEN);
    p.bridge.receiveText({ from: ANN, text: 'hello' });
    await eventually(() => p.sent.length === 1, { what: 'the answer' });
    p.bridge.receiveCard({ chatGuid: `iMessage;-;${ANN}` }, POLLS);
    await eventually(async () => (await said()).length === 3, { what: 'our poll' });
    expect((await said()).at(-1)).toBe('notice: this account shared a poll');
  });
});

it('a reaction from an Android phone is context, in direct chats and in groups', async () => {
  await start({ ...OPEN, groups: { '*': { requireMention: false } } });
  const crew = p.bridge.createGroup({ participants: [ANN], service: 'SMS' });
  for (const chatGuid of [`SMS;-;${ANN}`, crew.guid]) {
    p.bridge.receiveText({ from: ANN, chatGuid, text: 'see you', service: 'SMS' });
    await eventually(() => p.sent.at(-1)?.[0] === chatGuid, { what: 'the answer' });
    const answer = p.bridge.sentMessages().at(-1)!;
    p.bridge.reactFromAndroid(ANN, answer.guid, { emoji: '👍' });
    p.bridge.reactFromAndroid(ANN, answer.guid, { emoji: '👍', isRemoved: true });
    await p.bridge.idle();
    await idle();
  }
  const kinds = (await transcript()).map(({ kind, text }) => `${kind}: ${text}`);
  const each = ['turn: see you', 'turn: echo: see you', 'notice: reacted with 👍'];
  expect(kinds).toEqual([1, 2].flatMap(() => [...each, 'notice: removed the reaction 👍']));
});

it.each([undefined, '5f2a9c1d'])(
  'a group that is named like a direct chat is one: %s',
  async (chatIdentifier) => {
    await start(OPEN, { bridge: { macOs: '26.0' }, config: MENTION });
    const crew = p.bridge.createGroup({
      participants: [ANN],
      isNamedAsDirect: true,
      ...(chatIdentifier === undefined ? {} : { chatIdentifier }),
    });
    p.bridge.receiveText({ from: ANN, chatGuid: crew.guid, text: 'to the others' });
    p.bridge.receiveText({ from: ANN, chatGuid: crew.guid, text: 'bot, hello' });
    await eventually(() => p.sent.length === 1, { what: 'the answer' });
    await idle();
    expect(crew.guid).toMatch(/^any;-;/);
    expect(p.sent).toEqual([[crew.guid, 'echo: bot, hello']]);
    expect(p.pipeline.runtime.asked[0]!.place?.conversation).toEqual({
      id: `+;${crew.chatIdentifier}`,
      kind: 'group',
    });
  },
);
