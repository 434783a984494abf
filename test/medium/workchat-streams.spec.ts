import { jest } from '@jest/globals';
import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { AnswerStream } from '../../src/turns/answer/answer-stream.js';
import { Deliveries } from '../../src/delivery/index.js';
import { serviceProblem, type WorkplaceSimulator } from '../../simulators/index.js';
import { WorkchatAccounts } from '../../src/workchat/account/accounts.js';
import { WorkchatConnector } from '../../src/workchat/workchat.connector.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { type Asked, type Pipeline, stopped, transcriptIn } from '../support/pipeline.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';

const CHUNK = 400;
const [ONE, TWO, THREE] = ['one', 'two', 'three'].map(
  (word) => `${`${word} `.repeat(20)}makes a sentence.\n\n`,
) as [string, string, string];
const TABLE = '| a | b |\n|---|---|\n| 1 | 2 |\n\n';

/**
 * Answers that are shown while they are written (workchat-wire 3.7), as the person sees them. Real: the connector, the
 * complete pipeline, the database. The cloud is the simulator, with the service's refusals and a shorter second.
 */
describe.each(DATABASES)('answer streams on workchat, on %s', (_, open) => {
  const chat = new WorkchatPipelines(open, 'block');
  const { service } = chat;
  let cloud: WorkplaceSimulator;
  let p: Pipeline;
  let irene: ReturnType<WorkplaceSimulator['addContact']>;
  /** Lets the answer continue after the part at which it waits. */
  let goOn: () => void = () => undefined;

  const idle = async () => {
    await chat.idle();
    await cloud.idle();
  };
  const view = (place = irene.chat) =>
    cloud
      .transcript(place)
      .filter(({ by }) => by === 'bot')
      .map(({ text, state }) => (state === 'whole' ? text : [state, text]));
  const isShown = (text: string) =>
    eventually(() => JSON.stringify(view()).includes(JSON.stringify(text).slice(1, -1)), { what: text });
  /** The bot's calls without the typing indicator. */
  const calls = () =>
    cloud.posted.filter(({ conversationId, activity }) => {
      const isIndicator = activity?.type === 'typing' && activity.text === undefined;
      return conversationId === irene.chat.id && !isIndicator;
    });
  const progress = () => chat.database.db.on().selectFrom('turn_progress').selectAll().execute();
  const transcript = async () => {
    const rows = await transcriptIn(chat.database.db);
    return rows.filter(({ role }) => role === 'assistant').at(-1)?.text;
  };

  /** Each run sends its parts, and waits after the first of them. */
  const answering = (...runs: (readonly string[] | ((asked: Asked) => readonly string[]))[]) => {
    const gate = Promise.withResolvers<undefined>();
    goOn = () => gate.resolve(undefined);
    let run = 0;
    p.runtime.stream = async function* (asked, signal): AsyncGenerator<TurnPart> {
      const parts = runs[Math.min(run++, runs.length - 1)]!;
      for (const [index, text] of (typeof parts === 'function' ? parts(asked) : parts).entries()) {
        yield { kind: 'text', text };
        if (index === 0) await Promise.race([gate.promise, stopped(signal)]);
      }
    };
  };
  /** Simulates a killed gateway: another one resumes the turn, and the first one's further work has no effect. */
  const dies = async () => {
    await chat.database.loseLeases('inbound');
    const isTakenUp = async () => {
      await p.queue.expedite('inbound');
      return p.runtime.asked.length === 2;
    };
    await eventually(isTakenUp, { what: 'the second run' });
  };
  const ask = () => cloud.people.write({ from: irene.user, text: 'tell me' });

  beforeAll(async () => {
    ({ cloud } = chat);
    cloud.limits.streamPaceMs = 5;
    cloud.limits.enforceRates = false;
    const config = {
      session: { dmScope: 'per-sender' },
      messages: { responsePrefix: '[{agent}]', apology: 'Sorry.', retryForMs: 0 },
    };
    const isOpen = { dmPolicy: 'open', groupPolicy: 'open', allowFrom: ['*'] };
    p = await chat.start({ ...isOpen, blockStreaming: true, textChunkLimit: CHUNK }, { config });
    const account = service(WorkchatAccounts).find(DEFAULT_ACCOUNT)!;
    account.outbound.streams.endPaceMs = 15;
    Object.assign(service(WorkchatConnector).streaming, { paceMs: 15 });
  });
  beforeEach(() => {
    irene = cloud.addContact('Irene Paz');
    cloud.faults.clear();
    p.runtime.asked.length = 0;
  });
  afterEach(async () => {
    goOn();
    await idle();
    expect(await progress()).toEqual([]);
    expect(await service(Deliveries).countOpen()).toEqual(new Map());
  });

  it('show an answer in one message as it will look, and are marked as generated at the end', async () => {
    const isOurs = (verb: string) => (post: { verb: string; conversationId: string }) =>
      post.verb === verb && post.conversationId === irene.chat.id;
    answering([`${ONE}${TABLE}so far `, 'and no further']);
    const { stream } = p.runtime;
    p.runtime.stream = async function* (...asked) {
      await eventually(() => cloud.posted.some(isOurs('typing')), { what: 'the indicator' });
      yield* stream!(...asked);
    };
    ask();
    await isShown('[main] one');
    expect(view()).toEqual([['streaming', expect.stringMatching(/^\[main\] (?:one )+makes/)]]);
    await isShown('1 | 2\n```');
    const [row] = await progress();
    expect(JSON.parse(row!.stream!)).toMatchObject({ id: expect.any(String) });
    goOn();
    await idle();
    const text = `[main] ${ONE}\`\`\`\na | b\n--|--\n1 | 2\n\`\`\`\n\nso far and no further`;
    expect(view()).toEqual([text]);
    expect(await transcript()).toBe(`${ONE}${TABLE}so far and no further`);
    const made = calls().map(({ verb, activity }) => [
      verb,
      JSON.stringify(activity).includes('AIGenerated'),
    ]);
    expect(made.at(-1)).toEqual(['send', true]);
    expect(made.slice(0, -1).every(([verb, isMarked]) => verb === 'stream' && isMarked === false)).toBe(true);
    const texts = calls().map(({ activity }) => activity!.text!);
    expect(texts[0]).toBe('…');
    expect(texts.length).toBeGreaterThan(2);
    for (const [index, each] of texts.slice(2).entries())
      expect(each.startsWith(texts[index + 1]!)).toBe(true);
    const after = cloud.posted.slice(cloud.posted.findIndex(isOurs('stream')));
    expect(after.filter(isOurs('typing'))).toEqual([]);
  });

  it('are not opened for a quick answer, nor in groups, which get blocks', async () => {
    answering(['quick']);
    goOn();
    ask();
    await idle();
    const group = cloud.world.addGroupChat({ members: [irene.user], hasBot: true });
    answering([ONE + TWO + THREE + ONE, 'end']);
    cloud.people.write({ from: irene.user, in: group, text: 'tell us', mentions: ['bot'] });
    await eventually(() => view(group).length === 2);
    goOn();
    await idle();
    expect([view(), view(group)]).toEqual([
      ['[main] quick'],
      [`[main] ${ONE}${TWO}`.trim(), THREE.trim(), `${ONE}end`],
    ]);
    expect(cloud.streams.filter(({ conversationId }) => conversationId === irene.chat.id)).toEqual([]);
  });

  it.each([
    ['goes on', (asked: Asked) => [asked.alreadySaid === '' ? ONE : '', `${TWO}end`]],
    ['begins again', () => [ONE, `${TWO}end`]],
  ])(
    'are completed by the next run when the gateway is killed meanwhile: the model %s',
    async (__, second) => {
      answering([`${ONE}half`], second);
      ask();
      await isShown('one makes a sentence.');
      await eventually(async () => (await progress())[0]?.stream?.includes('"shown":0') === false);
      await dies();
      expect(p.runtime.asked.at(-1)!.alreadySaid).toBe(ONE);
      expect(view()).toEqual([['streaming', `[main] ${ONE}`.trim()]]);
      goOn();
      await idle();
      expect(view().map((each) => String(each).replaceAll(/\s+/g, ' '))).toEqual([
        `[main] ${ONE}${TWO}end`.replaceAll(/\s+/g, ' '),
      ]);
    },
  );

  it('that were stopped before the next run have the rest as a message', async () => {
    answering([`${ONE}half`], [`${TWO}end`]);
    ask();
    await isShown('one makes a sentence.');
    await eventually(async () => (await progress())[0]?.stream?.includes('"shown":0') === false);
    cloud.stopStream(irene.chat);
    await dies();
    goOn();
    await idle();
    expect(view()).toEqual([['cut-off', `[main] ${ONE}`.trim()], `${TWO}end`]);
  });

  it('lose and repeat nothing when the gateway is killed before it knows their id or state', async () => {
    const { sends } = cloud.faults;
    // The first call loses its id, the second its confirmation.
    for (const sequence of [1, 2]) {
      irene = cloud.addContact('Irene Paz');
      p.runtime.asked.length = 0;
      const when = ({ body }: { body: object }) =>
        JSON.stringify(body).includes(`"streamSequence":${sequence}`);
      sends.next({ kind: 'lost', then: 'hang' }, { when });
      answering([`${ONE}half `], [ONE, `${TWO}end`]);
      ask();
      await eventually(() => calls().length === sequence);
      await dies();
      goOn();
      await idle();
      const said = view()
        .map((each) => (Array.isArray(each) ? each[1] : each))
        .join('\n\n');
      expect(said.replaceAll(/\s+/g, ' ')).toBe(`[main] ${ONE}${TWO}end`.replaceAll(/\s+/g, ' '));
    }
  });

  it.each([
    ['the answer to their end is lost', { kind: 'lost', then: serviceProblem(504, 'ServiceError') } as const],
    ['their end is answered with nothing at all', { kind: 'lost', then: 'cut' } as const],
  ])('end once although %s', async (__, fault) => {
    answering([ONE, `${TWO}end`]);
    ask();
    await isShown('one makes a sentence.');
    cloud.faults.sends.next(fault, { when: ({ body }) => body.type === 'message' });
    goOn();
    await idle();
    expect(view()).toEqual([`[main] ${ONE}${TWO}end`]);
  });

  it('that the person stops have the rest in messages', async () => {
    const offered = jest.spyOn(AnswerStream.prototype, 'offer');
    p.runtime.stream = async function* () {
      yield { kind: 'text', text: ONE };
      await isShown('one makes a sentence.');
      cloud.stopStream(irene.chat);
      yield { kind: 'text', text: TWO };
      const stream = offered.mock.contexts.at(-1) as AnswerStream;
      await eventually(() => stream.left !== undefined, { what: 'the refusal' });
      for (const text of [THREE, 'end']) yield { kind: 'text', text };
    };
    ask();
    await idle();
    offered.mockRestore();
    expect(view()).toEqual([['cut-off', `[main] ${ONE}`.trim()], `${TWO}${THREE}`.trim(), 'end']);
  });

  it('end with what fits into one message, and the rest are messages', async () => {
    const long = ONE + TWO + THREE + ONE + TWO + THREE;
    answering([ONE, long, 'end']);
    ask();
    await isShown('one makes a sentence.');
    goOn();
    await idle();
    const [first = '', ...others] = view() as string[];
    expect(first.length).toBeLessThanOrEqual(CHUNK);
    expect(first.startsWith(`[main] ${ONE}`)).toBe(true);
    expect([first, ...others].join(' ').replaceAll(/\s+/g, ' ')).toBe(
      `[main] ${ONE}${long}end`.replaceAll(/\s+/g, ' '),
    );
    expect(cloud.streams.at(-1)).toMatchObject({ end: 'completed' });
  });

  it('end with the shown text after /stop, and when the model fails', async () => {
    answering([`${ONE}and never `, 'said']);
    ask();
    await isShown('one makes a sentence.');
    cloud.people.write({ from: irene.user, text: '/stop' });
    await eventually(() => view().length === 2);
    await idle();
    expect(view()).toEqual([`[main] ${ONE}`.trim(), 'Stopped.']);
    expect(await transcript()).toBe(ONE.trim());
    p.runtime.stream = async function* () {
      yield { kind: 'text', text: `${TWO}and never ` };
      await isShown('two makes a sentence.');
      throw new RuntimeFailure('broken', false);
    };
    ask();
    await idle();
    expect(view().slice(2)).toEqual([`[main] ${TWO}`.trim(), 'Sorry.']);
  });

  it.each([1, 2])('that the service refuses at call %i are replaced by a message', async (sequence) => {
    cloud.faults.sends.next(
      { kind: 'answer', answer: serviceProblem(403, 'ContentStreamNotAllowed') },
      { when: ({ body }) => JSON.stringify(body).includes(`"streamSequence":${sequence}`) },
    );
    answering([ONE, 'end']);
    ask();
    const { length } = cloud.requests;
    await eventually(() => cloud.requests.slice(length).some(({ status }) => status === 403));
    goOn();
    await idle();
    expect(view()).toEqual([`[main] ${ONE}end`]);
    const own = cloud.streams.filter(({ conversationId }) => conversationId === irene.chat.id);
    expect(own.map(({ text }) => text)).toEqual(Array(sequence - 1).fill(''));
  });
});
