import { Registry } from 'prom-client';
import { EXAMPLES, type ExampleId, type WebhookBody } from '../../simulators/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ImbridgePipeline, type StartParameters } from '../support/imbridge-pipeline.js';
import { inboundEventsIn, transcriptIn, type TranscriptRow } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const ANN = '+12025550143';
const [SQLITE] = DATABASES;
const OPEN = { dmPolicy: 'open', groupPolicy: 'open', groups: { '*': { requireMention: true } } };
const MENTION = { messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } } };
const DATES = ['dateCreated', 'dateEdited', 'dateRead', 'dateDelivered'];
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** The time of the first example. */
const THEN = 1_769_000_000_000;

const world = pipelineWorld(SQLITE![1]);
let p: ImbridgePipeline;
const start = async (...more: StartParameters) => {
  p = await ImbridgePipeline.start(world, ...more);
};
afterEach(() => p.stop());
const idle = () => world.idle(p.pipeline);

const transcript = () => transcriptIn(world.database.db);
const events = () => inboundEventsIn(world.database.db);

/** The effects of an example: new transcript entries, then answers, drops and receipts. */
const HEART = 'reacted with ❤️';
const EFFECTS: Readonly<Record<ExampleId, readonly string[]>> = {
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
  E12: ['notice: removed the reaction ❤️'],
  E13: ['notice: removed the reaction 👍'],
  E14: ['notice: removed the reaction 👎'],
  E15: ['notice: removed the reaction 😂'],
  E16: ['notice: removed the reaction ‼️'],
  E17: ['notice: removed the reaction ❓'],
  E18: ['notice: reacted with 👍'],
  E19: ['notice: reacted with 🎉'],
  E20: ['notice: removed the reaction 🎉'],
  E21: ['notice: reacted with sticker\n[attachment: IMG_0007.heic.jpeg (image/jpeg)]'],
  E22: ['turn: [attachment: IMG_0042.HEIC.jpeg (image/jpeg)]', 'sent to iMessage;-;+12025550143'],
  E23: ['turn: [attachment: IMG_0043.png (image/png)]', 'sent to iMessage;-;+12025550143'],
  E24: ['turn: [attachment: voice memo of 4 s.mp3 (audio/mp3)]', 'sent to iMessage;-;+12025550143'],
  E25: ['notice: edited the message'],
  E26: ['notice: deleted the message'],
  E27: [
    'turn: Summarise this one for me',
    'turn: https://garden.example.org/mulch',
    'sent to iMessage;-;+12025550143',
  ],
  E28: ['turn: We got the plot!\n[sent with the effect confetti]', 'sent to iMessage;-;+12025550143'],
  E29: ['dropped: unused-event', 'dropped: unused-event'],
  E30: ['dropped: unused-event'],
  E31: ['notice: renamed the conversation to: Allotment crew 2026'],
  E32: ['notice: joined: eve.lindqvist@example.net'],
  E33: ['notice: removed from the conversation: eve.lindqvist@example.net'],
  E34: ['notice: left: eve.lindqvist@example.net'],
  E35: ['notice: changed the picture of the conversation'],
  E36: ['dropped: own-message', 'dropped: own-message'],
  E37: ["our own: I'll bring the hose", 'dropped: own-message'],
  E38: ['dropped: update', 'delivered', 'read'],
  E39: ['dead: recipient-unreachable'],
  E40: ['a catch-up'],
};
const EXAMPLE_IDS = Object.keys(EFFECTS) as ExampleId[];
/** Examples about a message the gateway sent: one is sent to this chat first, so that they refer to it. */
const ABOUT_OURS: Readonly<Partial<Record<ExampleId, string>>> = {
  E36: `iMessage;-;${ANN}`,
  E38: `iMessage;-;${ANN}`,
  E39: 'SMS;-;+12025550119',
};

describe('the examples of the wire reference in the pipeline', () => {
  const asNow = (body: WebhookBody, delta: number, about: object = {}): WebhookBody =>
    body.data === null
      ? body
      : {
          ...body,
          data: {
            ...Object.fromEntries(
              Object.entries(body.data as Record<string, unknown>).map(([key, value]) => [
                key,
                DATES.includes(key) && typeof value === 'number' ? value + delta : value,
              ]),
            ),
            ...about,
          },
        };
  const ours = (id: ExampleId): object => {
    const [row] = p.bridge.sentMessages(ABOUT_OURS[id]);
    return ABOUT_OURS[id] === undefined ? {} : { guid: row!.guid, text: row!.text };
  };
  const bodiesOf = (id: ExampleId, delta: number) => EXAMPLES[id].map((body) => asNow(body, delta, ours(id)));
  const guidOf = (id: ExampleId) => (EXAMPLES[id][0]!.data as { guid: string }).guid;

  const saidOf = (entries: readonly TranscriptRow[]) =>
    entries
      .filter(({ role, text }) => role === 'user' || !text.startsWith('answer to'))
      .map(({ role, kind, text }) => `${role === 'user' ? kind : 'our own'}: ${text}`)
      .map((text) => text.replace(/, unavailable: .*\)\]$/, ')]'));
  const receipts = async () => {
    const columns = ['remote_id', 'state', 'last_code', 'delivered_at', 'read_at'] as const;
    const rows = await world.database.db.on().selectFrom('deliveries').select(columns).execute();
    return rows.flatMap((row) => [
      ...(row.delivered_at === null ? [] : [`${row.remote_id} delivered`]),
      ...(row.read_at === null ? [] : [`${row.remote_id} read`]),
      ...(row.state === 'dead' ? [`${row.remote_id} dead: ${row.last_code}`] : []),
    ]);
  };
  const dropsSoFar = async () => {
    const counter = p.pipeline.module.get(Registry, { strict: false });
    const counted = await counter.getSingleMetric('gatehouse_inbound_dropped_total')!.get();
    return counted.values.flatMap(({ labels, value }) =>
      Array.from({ length: value }, (_, n) => `${String(labels.reason)} ${n}`),
    );
  };
  const catchUps = () => p.bridge.requests.filter(({ path }) => path.endsWith('/message/query')).length;

  /** @returns the changes since the previous call */
  function observer(): (until?: () => Promise<unknown>) => Promise<readonly string[]> {
    const seen = new Set<string>();
    let [entries, sent] = [0, 0];
    const news = (all: readonly string[]) => {
      const fresh = all.filter((each) => !seen.has(each));
      for (const each of fresh) seen.add(each);
      return fresh;
    };
    return async () => {
      await idle();
      const written = (await transcript()).slice(entries);
      const answers = p.sent.slice(sent);
      [entries, sent] = [entries + written.length, sent + answers.length];
      return [
        ...saidOf(written),
        ...answers.map(([guid]) => `sent to ${guid}`),
        ...news(await dropsSoFar()).map((drop) => `dropped: ${drop.split(' ')[0]}`),
        ...news(await receipts()).map((receipt) => receipt.slice(receipt.indexOf(' ') + 1)),
      ];
    };
  }

  it('E1 to E40 have the documented effects', async () => {
    await start(OPEN, { config: MENTION });
    // E36 covers their own echoes.
    p.bridge.faults.webhooks.all({ kind: 'drop' });
    const delta = Date.now() - THEN;
    const { runtime } = p.pipeline;
    const effectOf = observer();
    // The bridge has the messages it announced.
    const content = { name: 'IMG_0043.png', mimeType: 'image/png', content: PNG };
    const e23 = { guid: guidOf('E23'), from: ANN, text: '', attachments: [content] };
    p.bridge.directChat(ANN);
    p.bridge.directChat('+12025550119', 'SMS');
    const crew = { participants: ['+12025550178'], chatIdentifier: 'chat284650917342108655' };
    p.bridge.createGroup({ ...crew, name: 'Allotment crew' });
    for (const id of EXAMPLE_IDS) {
      // The first of two messages is being answered when the second arrives.
      const [first, ...others] = bodiesOf(id, delta);
      const [asked, typed, queries] = [runtime.asked.length, p.bridge.typingEvents.length, catchUps()];
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
      if (id === 'E37')
        await eventually(async () => (await ownWords()).length > 0, { what: 'our own words' });
      if (id === 'E40') await eventually(() => catchUps() > queries, { what: 'a catch-up' });
      const seen = id === 'E40' ? ['a catch-up'] : await effectOf();
      expect([id, seen]).toEqual([id, EFFECTS[id]]);
      // A tapback shows no typing indicator (row 31).
      const hasTyped = p.bridge.typingEvents.slice(typed).some(({ cause }) => cause === 'post');
      expect([id, hasTyped]).toEqual([id, runtime.asked.length > asked]);
    }
    await idle();
    expect((await events()).filter(({ outcome }) => outcome === 'failed' || outcome === null)).toEqual([]);
    expect(await promptAfter(asNow(EXAMPLES.E1[0]!, delta, { guid: 'LAST', text: 'so?' }))).toEqual([
      'Are we still on for seven?',
      'answer to Are we still on for six?',
      'Train is late',
      'answer to Train is late',
      'Parcel left at the side gate',
      'answer to Parcel left at the side gate',
      'Yes, the green one',
      'answer to Yes, the green one',
      ...EXAMPLE_IDS.slice(5, 20).map((id) => EFFECTS[id][0]!.slice('notice: '.length)),
      'reacted with sticker [IMG_0007.heic.jpeg]',
      '[IMG_0042.HEIC.jpeg]',
      'answer to',
      '[IMG_0043.png]',
      'answer to',
      '[voice memo of 4 s.mp3]',
      'answer to',
      'edited the message',
      'Summarise this one for me',
      'https://garden.example.org/mulch',
      'answer to Summarise this one for me\nhttps://garden.example.org/mulch',
      'We got the plot!\n[sent with the effect confetti]',
      'answer to We got the plot!\n[sent with the effect confetti]',
    ]);
    const inGroup = { guid: 'LAST-OF-ALL', text: 'Bot, and here?' };
    expect(await promptAfter(asNow(EXAMPLES.E4[0]!, delta, inGroup))).toEqual([
      '[taken back]',
      'answer to Bot, who has the shed key?',
      ...(['E26', 'E31', 'E32', 'E33', 'E34', 'E35'] as const).map((id) =>
        EFFECTS[id][0]!.slice('notice: '.length),
      ),
      "I'll bring the hose",
    ]);
  });

  /** @returns the assistant's input besides this message, with the names of files */
  async function promptAfter(body: WebhookBody): Promise<readonly string[]> {
    const { asked } = p.pipeline.runtime;
    const before = asked.length;
    await p.receive(body);
    await eventually(() => asked.length > before, { what: 'the next question' });
    return asked
      .at(-1)!
      .history.map(({ text, attachments = [] }) =>
        [text, ...attachments.map(({ name }) => `[${name}]`)].filter(Boolean).join(' '),
      );
  }

  const ownWords = async () =>
    (await transcript()).filter(({ text }) => text === (EXAMPLES.E37[0]!.data as { text: string }).text);
});
