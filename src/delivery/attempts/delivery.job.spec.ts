import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type {
  ChannelConnector,
  ConnectorRegistry,
  OutboundContent,
  SendOutcome,
  Target,
} from '../../channels/index.js';
import type { DeliveryConfig } from '../../config/index.js';
import type { MediaStore } from '../../media/index.js';
import { type ClaimedJob, type Database, DONE, type JobPayload } from '../../persistence/index.js';
import type { DeliveryCloser, DeliveryMetrics } from '../delivery-closer.service.js';
import { AttemptNews, AttemptSender, lastAttempt, OutboundMedia, SentSignals } from './attempt-sender.js';
import type { OurMessages } from '../our-messages/our-messages.service.js';
import type { Delivery } from '../records/delivery.js';
import type { DeliveryRepository } from '../records/delivery.repository.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { DeliveryJob } from './delivery.job.js';

const HOUR_MS = 3_600_000;
const RETRY = { kind: 'retry', afterMs: 60_000, reason: 'channel not configured' } as const;

/** A job whose delivery is in this state, on a channel with or without a connector. */
function make(state: Delivery['state'], connector?: ChannelConnector) {
  const target = { channel: 'fake', account: 'default', conversation: 'c' };
  const delivery = { id: 'dlv_1', state, target } as unknown as Delivery;
  const sut = new DeliveryJob(
    { find: async () => delivery } as unknown as DeliveryRepository,
    {} as OurMessages,
    { find: () => connector } as unknown as ConnectorRegistry,
    { skip: async () => DONE, waitForChannel: async () => RETRY } as unknown as AttemptRecorder,
    { isBusyFor: () => true } as unknown as AttemptSender,
  );
  return () => sut.handle({ payload: { deliveryId: delivery.id } } as unknown as ClaimedJob);
}

it.each(['sent', 'dead'] as const)(
  'the job of a %s delivery is done, without waiting for channel or files',
  async (state) => {
    expect(await make(state)()).toBe(DONE);
    expect(await make(state, {} as ChannelConnector)()).toBe(DONE);
  },
);

it('the job of a delivery that is no more is done', async () => {
  const asked: string[] = [];
  const find = async (id: string) => void asked.push(id);
  const sut = new DeliveryJob(
    { find } as unknown as DeliveryRepository,
    {} as OurMessages,
    {} as ConnectorRegistry,
    { skip: async () => DONE } as unknown as AttemptRecorder,
    {} as AttemptSender,
  );
  for (const payload of [{ deliveryId: 'dlv_1' }, {}])
    expect(await sut.handle({ payload } as unknown as ClaimedJob)).toBe(DONE);
  expect(asked).toEqual(['dlv_1', '']);
});

it('a job that fails for good makes a dead letter of its delivery, and one that is revived queues it', async () => {
  const changes: unknown[] = [];
  const repository = {
    change: async (_tx: unknown, ...given: readonly unknown[]) => void changes.push(given),
    requeue: async (_tx: unknown, id: string) => (id === 'dlv_1' ? {} : undefined),
  };
  const [messages, registry] = [{} as OurMessages, {} as ConnectorRegistry];
  const rest = [messages, registry, {} as AttemptRecorder, {} as AttemptSender] as const;
  const sut = new DeliveryJob(repository as unknown as DeliveryRepository, ...rest);
  await sut.buried({} as never, { deliveryId: 'dlv_1' }, 'a fault', 'crashed');
  await sut.buried({} as never, {}, 'a fault', 'internal');
  const dead = { state: 'dead', detail: 'a fault' };
  expect(changes).toEqual([
    ['dlv_1', { ...dead, code: 'crashed' }],
    ['', { ...dead, code: 'internal' }],
  ]);
  const revive = (payload: JobPayload) => sut.revived({} as never, payload);
  expect([await revive({ deliveryId: 'dlv_1' }), await revive({})]).toEqual([true, false]);
});

it.each([
  ['busy', ['waitForFiles']],
  ['over', ['skip']],
  ['gone', ['bury', 'its file is no longer kept', { code: 'file-gone' }]],
])('the job of a delivery whose attempt is not made (%s) does this: %j', async (kind, expected) => {
  const seen: unknown[] = [];
  const seeing =
    (name: string) =>
    (_job?: unknown, _delivery?: unknown, ...given: readonly unknown[]) =>
      void seen.push(name, ...given);
  const recorder = {
    isTooOld: () => false,
    waitForFiles: seeing('waitForFiles'),
    skip: seeing('skip'),
    bury: seeing('bury'),
  };
  const sut = new DeliveryJob(
    { find: async () => ({ state: 'queued', target: {} }) } as unknown as DeliveryRepository,
    {} as OurMessages,
    { find: () => ({}) } as unknown as ConnectorRegistry,
    recorder as unknown as AttemptRecorder,
    { isBusyFor: () => false, send: async () => ({ kind }) } as unknown as AttemptSender,
  );
  await sut.handle({ payload: { deliveryId: 'dlv_1' } } as unknown as ClaimedJob);
  expect(seen).toEqual(expected);
});

describe('the file of an attempt', () => {
  const FILE = { kind: 'media', mediaId: 'med_1' } as OutboundContent;
  const media = () =>
    new OutboundMedia({
      open: async (id: string) => (id === 'med_1' ? { id } : undefined),
    } as unknown as MediaStore);

  it('is open while it is sent; a text has none', async () => {
    const sut = media();
    const use = (content: OutboundContent) => sut.withFile(content, async (file) => file ?? 'none');
    expect(await use(FILE)).toEqual({ kind: 'done', result: { id: 'med_1' } });
    expect(await use({ kind: 'text', text: '' })).toEqual({ kind: 'done', result: 'none' });
    expect(await use({ ...FILE, mediaId: 'med_2' } as OutboundContent)).toEqual({ kind: 'gone' });
  });

  it('waits while four others are being sent, as no text does', async () => {
    const sut = media();
    const others = Promise.withResolvers<never>();
    const sending = [1, 2, 3, 4].map(() => {
      expect(sut.isBusy).toBe(false);
      return sut.withFile(FILE, () => others.promise);
    });
    const sender = new AttemptSender(
      {} as Database,
      {} as DeliveryRepository,
      sut,
      new FakeClock(),
      {} as AttemptNews,
    );
    const text = { content: { kind: 'text', text: '' } } as Delivery;
    expect([sender.isBusyFor({ content: FILE } as Delivery), sender.isBusyFor(text)]).toEqual([true, false]);
    expect(
      await sender.send({} as ClaimedJob, { content: FILE } as Delivery, {} as ChannelConnector),
    ).toEqual({
      kind: 'busy',
    });
    others.reject(new Error('no answer'));
    await Promise.allSettled(sending);
    expect(sut.isBusy).toBe(false);
  });
});

it('the job of a queued delivery is retried while its channel is missing', async () => {
  expect(await make('queued')()).toBe(RETRY);
});

it.each([
  [HOUR_MS, { ...RETRY, free: true }],
  [HOUR_MS + 1, DONE],
])(
  'a delivery that was not tried yet waits for its channel for an hour, not for %i ms',
  async (age, expected) => {
    const clock = new FakeClock(age);
    const sut = new AttemptRecorder(
      {} as Database,
      {} as DeliveryRepository,
      clock,
      { maxAgeHours: 1, maxAttempts: 8 } as DeliveryConfig,
      { close: async () => DONE } as unknown as DeliveryCloser,
    );
    const delivery = { id: 'dlv_1', createdAt: 0, firstAttemptAt: null, lastCode: null, target: {} };
    const result = await sut.waitForChannel({} as ClaimedJob, delivery as unknown as Delivery);
    expect(result).toEqual(expected);
  },
);

const TARGET = { channel: 'fake', account: 'default', conversation: 'c' } as unknown as Target;
const NOW = 10 * HOUR_MS;
/** A delivery whose first attempt began a minute ago, and whose second a second ago. */
const DELIVERY = {
  id: 'dlv_1',
  target: TARGET,
  content: { kind: 'text', text: 'hi' },
  author: 'assistant',
  state: 'queued',
  eventId: 'evt_1',
  attempts: 2,
  failures: 1,
  createdAt: NOW - 90_000,
  firstAttemptAt: NOW - 60_000,
  lastAttemptAt: NOW - 1_000,
  lastEndedAt: null,
  lastCode: null,
  lastDetail: null,
} as unknown as Delivery;
const JOB = {
  payload: { deliveryId: 'dlv_1' },
  isFirstHand: false,
  signal: new AbortController().signal,
  hold: async () => undefined,
} as unknown as ClaimedJob;

/** A recorder that may refuse three times within an hour, and what it does. */
function recorder() {
  const seen: unknown[] = [];
  const repository = {
    change: async (_tx: unknown, id: string, change: object) => void seen.push({ id, ...change }),
    addAttempt: async (
      _tx: unknown,
      { id }: Delivery,
      { number, outcome }: { number: number; outcome: object },
    ) => void seen.push({ noted: id, number, ...outcome }),
    endAsSent: async (_tx: unknown, id: string, receipt: object) => void seen.push({ sent: id, ...receipt }),
  };
  const close: DeliveryCloser['close'] = async (
    _job,
    _delivery,
    { outcome, change, note, notice, offer },
  ) => {
    seen.push({ outcome, notice, offer });
    await change({} as never);
    await note?.({} as never);
    return DONE;
  };
  const db = { transaction: (work: (tx: unknown) => Promise<void>) => work({}) };
  const limits = { maxAgeHours: 1, maxAttempts: 3 } as DeliveryConfig;
  const sut = new AttemptRecorder(
    db as unknown as Database,
    repository as unknown as DeliveryRepository,
    new FakeClock(NOW),
    limits,
    { close } as unknown as DeliveryCloser,
  );
  return { sut, seen };
}

describe('the outcome of an attempt', () => {
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const refused = (kind: 'later' | 'wait' | 'never', more: object = {}): SendOutcome => ({
    kind: 'not-sent',
    code: 'remote-error',
    retry: { kind },
    detail: 'no',
    ...more,
  });
  const record = async (outcome: SendOutcome, more: Partial<Delivery> = {}, number = 3) => {
    const { sut, seen } = recorder();
    const result = await sut.record(JOB, { ...DELIVERY, ...more }, { number, startedAt: NOW - 5, outcome });
    return { result, seen };
  };
  const again = (afterMs: number, reason = 'remote-error') => ({
    kind: 'retry',
    afterMs,
    reason,
    free: true,
  });
  const noted = { noted: 'dlv_1', number: 3, kind: 'not-sent', code: 'remote-error' };
  const queued = { id: 'dlv_1', state: 'queued', code: 'remote-error', detail: 'no' };
  const dead = { id: 'dlv_1', state: 'dead', code: 'remote-error', detail: 'no' };

  it('that sent the message is recorded with its id, its number and the offer of a file', async () => {
    const offer = { to: 'ann', until: 9 } as never;
    const sent = { kind: 'sent', messageId: 'm' as never, sequence: 4, at: NOW - 1, offer } as const;
    expect(await record(sent)).toEqual({
      result: DONE,
      seen: [
        { outcome: 'sent', notice: undefined, offer },
        { sent: 'dlv_1', remoteId: 'm', sequence: 4, sentAt: NOW - 1, endedAt: NOW, offer },
      ],
    });
    const { seen } = await record({ kind: 'sent', at: NOW });
    expect(seen[1]).toMatchObject({ remoteId: null });
  });

  it('that is unknown is asked for soon', async () => {
    const { result, seen } = await record({ kind: 'unknown', code: 'timeout', detail: 'none' });
    expect(seen).toEqual([
      { id: 'dlv_1', state: 'unknown', code: 'timeout', detail: 'none', endedAt: NOW },
      { noted: 'dlv_1', number: 3, kind: 'unknown', code: 'timeout', detail: 'none' },
    ]);
    expect(result).toEqual(again(4_000, 'timeout'));
    expect((await record({ kind: 'unknown', code: 'timeout', detail: '' }, {}, 9)).result).toEqual(
      again(15_000, 'timeout'),
    );
  });

  it('that was a refusal is tried again later and later, until it is enough', async () => {
    const { result, seen } = await record(refused('later'));
    expect([result, seen[0], seen[1]]).toMatchObject([again(4_000), { ...queued, failures: 2 }, noted]);
    expect((await record(refused('later'), { failures: 0 }, 9)).result).toEqual(again(30_000));
    expect((await record(refused('later', { notice: 'lost' }), { failures: 2 })).seen).toMatchObject([
      { outcome: 'dead', notice: 'lost' },
      dead,
      noted,
    ]);
    expect((await record(refused('never'), { failures: 0 })).seen).toMatchObject([
      { outcome: 'dead' },
      dead,
      noted,
    ]);
  });

  it('that was an outage counts as no refusal, and is noted once', async () => {
    const outage = refused('wait', { retry: { kind: 'wait', afterMs: 50_000 } });
    const first = await record(outage);
    expect(first).toMatchObject({ result: again(50_000), seen: [{ ...queued, failures: 1 }, noted] });
    const { seen } = await record(outage, { lastCode: 'remote-error' });
    expect(seen).toEqual([{ ...queued, failures: 1 }]);
    expect((await record(refused('later'), { lastCode: 'remote-error' })).seen).toHaveLength(2);
    expect((await record(outage, { lastCode: 'timeout' })).seen).toHaveLength(2);
  });

  it.each([
    [NOW - 1_000, 1_000],
    [NOW - 8_000, 4_000],
    [NOW - 40_000, 15_000],
  ])(
    'that is still unknown after the attempt of %i is asked for again after %i ms',
    async (lastAttemptAt, afterMs) => {
      const { sut, seen } = recorder();
      const delivery = { ...DELIVERY, lastAttemptAt, lastCode: 'timeout' };
      const result = await sut.keepWaiting(JOB, delivery, { kind: 'unresolved', detail: 'not yet' });
      expect(result).toEqual(again(afterMs, 'not yet'));
      expect(seen).toEqual([{ id: 'dlv_1', state: 'unknown', detail: 'not yet', code: 'timeout' }]);
    },
  );

  it('that stays unknown for too long makes a dead letter', async () => {
    const { sut, seen } = recorder();
    const unresolved = { kind: 'unresolved', detail: 'not yet', code: 'in-flight' } as const;
    await sut.keepWaiting(JOB, { ...DELIVERY, firstAttemptAt: NOW - HOUR_MS }, unresolved);
    expect(seen).toEqual([
      { id: 'dlv_1', state: 'unknown', detail: 'not yet', code: 'in-flight', endedAt: NOW },
    ]);
    for (const lastCode of [null, 'timeout'])
      await sut.keepWaiting(JOB, { ...DELIVERY, firstAttemptAt: NOW - HOUR_MS - 1, lastCode }, unresolved);
    const detail = 'the service never reported whether it was sent';
    const end = { ...dead, detail };
    const given = { outcome: 'dead', notice: undefined, offer: undefined };
    expect(seen.slice(1)).toEqual([
      given,
      { ...end, code: 'unresolved' },
      given,
      { ...end, code: 'timeout' },
    ]);
    await sut.keepWaiting(JOB, { ...DELIVERY, lastAttemptAt: null }, unresolved);
    expect(
      await sut.keepWaiting(JOB, { ...DELIVERY, lastAttemptAt: null, createdAt: NOW - 8_000 }, unresolved),
    ).toEqual(again(4_000, 'not yet'));
  });

  it('is waited for while other files are being sent', () => {
    expect(recorder().sut.waitForFiles()).toEqual(again(500, 'other files are being sent'));
  });
});

describe('a delivery whose last attempt may have been sent', () => {
  /** Handles the job. @returns what the recorder and the sender were asked for */
  const handle = async (found: object | undefined, more: Partial<Delivery> = {}, isFirstHand = false) => {
    const seen: unknown[] = [];
    const seeing =
      (name: string) =>
      async (_job: unknown, _delivery: unknown, ...given: readonly unknown[]) =>
        void seen.push([name, ...given]);
    const made =
      (name: string) =>
      async (_job: unknown, { failures }: Delivery) => {
        seen.push([name, failures]);
        return { kind: 'made' };
      };
    const recording = {
      bury: seeing('bury'),
      keepWaiting: seeing('keepWaiting'),
      record: seeing('record'),
      isEnough: (failures: number) => failures >= 3,
      isTooOld: (since: number | null) => since === 0,
    };
    const delivery = { ...DELIVERY, state: 'unknown', ...more };
    const connector = found === undefined ? {} : { findSent: async () => found };
    const sut = new DeliveryJob(
      { find: async () => delivery } as unknown as DeliveryRepository,
      {} as OurMessages,
      { find: () => connector } as unknown as ConnectorRegistry,
      recording as unknown as AttemptRecorder,
      {
        isBusyFor: () => false,
        send: made('send'),
        sendBegun: made('sendBegun'),
      } as unknown as AttemptSender,
    );
    await sut.handle({ ...JOB, isFirstHand });
    return seen;
  };
  const unresolved = { code: 'unresolved' };
  const ended = { lastEndedAt: NOW - 500, lastCode: 'timeout' };
  const notSent = { kind: 'not-sent' };

  it('fails where the outcome cannot be determined', async () => {
    expect(await handle(undefined)).toEqual([
      ['bury', 'the service cannot tell whether it was sent', unresolved],
    ]);
    expect(await handle({ kind: 'unresolvable', detail: 'too long ago' })).toEqual([
      ['bury', 'too long ago', unresolved],
    ]);
  });

  it('waits while it is not known, and ends where it is', async () => {
    const unknown = { kind: 'unresolved', detail: 'not yet' };
    expect(await handle(unknown)).toEqual([['keepWaiting', unknown]]);
    const outcome = { kind: 'sent', at: NOW };
    expect(await handle(outcome)).toEqual([['record', { number: 2, startedAt: NOW - 1_000, outcome }]]);
  });

  it.each(['remote-error', 'timeout', 'rejected'])(
    'counts an answer of %s as a refusal',
    async (lastCode) => {
      expect(await handle(notSent, { ...ended, lastCode })).toMatchObject([
        ['send', 2],
        ['record', { kind: 'made' }],
      ]);
    },
  );

  it('is sent again without a refusal where the attempt had no answer', async () => {
    for (const more of [
      {},
      { ...ended, lastCode: 'unreachable' },
      { lastCode: 'timeout' },
      { ...ended, lastCode: null },
    ])
      expect([more, await handle(notSent, more)]).toMatchObject([
        more,
        [
          ['send', 1],
          ['record', { kind: 'made' }],
        ],
      ]);
  });

  it('fails after enough refusals, with the last reason', async () => {
    expect(await handle(notSent, { ...ended, failures: 2, lastDetail: 'a fault' })).toEqual([
      ['bury', 'a fault', unresolved],
    ]);
    expect(await handle(notSent, { ...ended, failures: 2 })).toEqual([
      ['bury', 'the service kept failing', unresolved],
    ]);
  });

  it('fails when it is too old to send', async () => {
    for (const state of ['queued', 'unknown'] as const)
      expect(await handle(notSent, { state, firstAttemptAt: 0 })).toEqual([
        ['bury', 'too old to send', { code: 'too-old' }],
      ]);
  });

  it('is asked for, except by the worker that began its first attempt', async () => {
    expect(await handle(notSent, { state: 'sending' }, true)).toMatchObject([
      ['sendBegun', 1],
      ['record', { kind: 'made' }],
    ]);
    expect(await handle(notSent, { state: 'sending' })).toEqual([
      ['send', 1],
      ['record', { kind: 'made' }],
    ]);
    expect(await handle(notSent, { state: 'queued' }, true)).toMatchObject([
      ['send', 1],
      ['record', { kind: 'made' }],
    ]);
  });
});

describe('an attempt', () => {
  it('is given to its connector with the end of this one, or of the one before', () => {
    const plain = {
      deliveryId: 'dlv_1',
      correlationId: 'dlv_1',
      number: 2,
      target: TARGET,
      author: 'assistant',
      content: DELIVERY.content,
      firstStartedAt: NOW - 60_000,
      startedAt: NOW - 1_000,
    };
    expect(lastAttempt(DELIVERY)).toEqual(plain);
    expect(lastAttempt({ ...DELIVERY, lastCode: 'timeout' })).toEqual({ ...plain, before: 'timeout' });
    expect(lastAttempt({ ...DELIVERY, lastCode: 'timeout', lastEndedAt: 7 })).toEqual({
      ...plain,
      ended: { at: 7, code: 'timeout' },
    });
    expect(lastAttempt({ ...DELIVERY, lastEndedAt: 7 })).toEqual(plain);
    const begun = NOW - 90_000;
    expect(lastAttempt({ ...DELIVERY, firstAttemptAt: null, lastAttemptAt: null })).toMatchObject({
      firstStartedAt: begun,
      startedAt: begun,
    });
  });

  it.each([
    [500, []],
    [501, [['dlv_1', { attempts: 2, failures: 1, lastAttemptAt: NOW }]]],
  ])('that began %i ms ago with its delivery is made, or begun again', async (heldUpMs, begun) => {
    const begin = jest.fn(async (_tx: unknown, ..._given: readonly unknown[]) => true);
    const attempted = jest.fn();
    const signals = new SentSignals();
    const told: string[] = [];
    for (const place of [{}, { channel: 'x' }, { account: 'x' }, { conversation: 'x' }])
      signals.listen({ ...TARGET, ...place } as Target, () => void told.push(JSON.stringify(place)));
    const over = signals.listen(TARGET, () => void told.push('ended'));
    over();
    const sut = new AttemptSender(
      { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database,
      { begin } as unknown as DeliveryRepository,
      {} as OutboundMedia,
      new FakeClock(NOW),
      new AttemptNews(signals, { attempted } as unknown as DeliveryMetrics),
    );
    const outcome = { kind: 'sent', at: NOW } as const;
    const send = jest.fn(async (_attempt: { readonly startedAt: number }) => outcome);
    const startedAt = NOW - heldUpMs;
    const delivery = { ...DELIVERY, lastAttemptAt: startedAt };
    const made = await sut.sendBegun(JOB, delivery, { send } as unknown as ChannelConnector);
    const madeAt = begun.length > 0 ? NOW : startedAt;
    expect(made).toEqual({ kind: 'made', number: 2, startedAt: madeAt, outcome });
    expect(begin.mock.calls.map(([, ...given]) => given)).toEqual(begun);
    expect([attempted.mock.calls, told]).toEqual([[[TARGET, 'sent']], ['{}']]);
    const news = new AttemptNews(signals, { attempted } as unknown as DeliveryMetrics);
    news.made(delivery, { kind: 'unknown', code: 'timeout', detail: '' });
    expect([attempted.mock.lastCall, told]).toEqual([[TARGET, 'unknown'], ['{}']]);
    begin.mockResolvedValue(false);
    const late = { ...delivery, lastAttemptAt: NOW - 9_000 };
    expect(await sut.sendBegun(JOB, late, { send } as unknown as ChannelConnector)).toEqual({ kind: 'over' });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

it.each([
  ['nothing more', undefined, 'timeout', {}],
  ['more', 'in-flight', 'in-flight', { endedAt: 5_000 }],
] as const)(
  'the end of an attempt whose outcome is unknown moves only where %s is known now',
  async (_, code, lastCode, end) => {
    const changes: unknown[] = [];
    const db = { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database;
    const change = async (_tx: unknown, _id: string, what: unknown) => void changes.push(what);
    const sut = new AttemptRecorder(
      db,
      { change } as unknown as DeliveryRepository,
      new FakeClock(5_000),
      { maxAgeHours: 1, maxAttempts: 8 } as DeliveryConfig,
      {} as DeliveryCloser,
    );
    const job = { hold: async () => undefined } as unknown as ClaimedJob;
    const delivery = { id: 'dlv_1', firstAttemptAt: 0, lastAttemptAt: 0, lastCode: 'timeout' } as Delivery;
    await sut.keepWaiting(job, delivery, { kind: 'unresolved', detail: 'no row yet', code });
    expect(changes).toEqual([{ state: 'unknown', detail: 'no row yet', code: lastCode, ...end }]);
  },
);
