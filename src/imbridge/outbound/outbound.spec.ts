import { eventually } from '../../../test/support/eventually.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { accountOf, attemptTo, RecordingSink } from '../../../test/support/imbridge.js';
import type { DeliveryAttempt, SendOutcome } from '../../channels/index.js';
import { BridgeSimulator, type BridgeSimulatorOptions } from '../../../simulators/index.js';
import type { ImbridgeAccount } from '../account/account.js';

const ANN = '+12025550143';
const CONVERSATION = `-;${ANN}`;
let bridge: BridgeSimulator;
let sut: ImbridgeAccount;

async function start(
  options: BridgeSimulatorOptions = {},
  sendTimeoutMs?: number,
  clock?: FakeClock,
): Promise<void> {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false, ...options });
  bridge.directChat(ANN);
  const settings = sendTimeoutMs === undefined ? {} : { sendTimeoutMs };
  sut = accountOf(bridge, settings, undefined, clock).account;
}
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});

const send = (
  more: Partial<DeliveryAttempt> = {},
  signal = new AbortController().signal,
): Promise<SendOutcome> => sut.send(attemptTo(CONVERSATION, 'hello', more), signal);
const posts = () =>
  bridge.requests.filter((each) => each.path === '/api/v1/message/text').map((each) => each.body);
const sentTexts = () => bridge.sentMessages().map((row) => row.text);

describe('the method of a send', () => {
  it('is the Private API where it works', async () => {
    await start();
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'sent', messageId: bridge.sentMessages()[0]!.guid });
    expect(posts()).toEqual([
      { chatGuid: `iMessage;-;${ANN}`, message: 'hello', tempGuid: 'corr-1', method: 'private-api' },
    ]);
  });

  it.each([{ privateApi: false }, { helperConnected: false }])('is AppleScript with %j', async (options) => {
    await start(options);
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(posts()).toMatchObject([{ method: 'apple-script' }]);
  });

  it('row 25: is never AppleScript on macOS 26', async () => {
    await start({ macOs: '26.1.0', privateApi: false });
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'not-supported', retry: { kind: 'wait' } });
    expect(posts()).toMatchObject([{ method: 'private-api' }]);
  });

  it('falls back to AppleScript when the Private API has gone meanwhile', async () => {
    await start();
    await send();
    bridge.faults.helperOff = true;
    expect(await send({ correlationId: 'corr-2' })).toMatchObject({ kind: 'sent' });
    expect(posts().slice(1)).toMatchObject([{ method: 'private-api' }, { method: 'apple-script' }]);
    expect(sut.info.known()?.helperConnected).toBe(false);
  });
});

describe('the chat guid of a send', () => {
  it('row 4: is the one the bridge has reported, on macOS 26 too', async () => {
    await start({ macOs: '26.1.0' });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(posts()).toMatchObject([{ chatGuid: `any;-;${ANN}` }]);
  });

  it('is tried in the other spelling when the bridge no longer knows it', async () => {
    await start();
    await send();
    const unknown = {
      kind: 'answer',
      status: 404,
      json: { status: 404, message: 'x', error: { type: 'Database Error', message: 'Chat does not exist!' } },
    } as const;
    bridge.faults.macOs26 = true;
    bridge.faults.requests.next(unknown, { when: ({ path }) => path === '/api/v1/message/text' });
    expect(await send({ correlationId: 'corr-2' })).toMatchObject({ kind: 'sent' });
    expect(posts().at(-1)).toMatchObject({ chatGuid: `any;-;${ANN}` });
    await send({ correlationId: 'corr-3' });
    expect(posts().at(-1)).toMatchObject({ chatGuid: `any;-;${ANN}` });
    expect(posts()).toHaveLength(4);
  });
});

describe('an extra that the Mac fails to send', () => {
  const content = {
    kind: 'text',
    text: 'hello',
    replyTo: 'M-1' as never,
    replyPart: 0,
    effect: 'slam',
  } as const;

  it.each(['remote-error', 'timeout', 'in-flight'] as const)(
    'is left out after an attempt that ended with %s, and of later messages',
    async (before) => {
      await start();
      bridge.faults.stallsWith.add('selectedMessageGuid');
      bridge.faults.unchangedAfterMs = 1;
      expect(await send({ content })).toMatchObject({ kind: 'unknown', code: 'remote-error' });
      expect(await send({ content, number: 2, before })).toMatchObject({ kind: 'sent' });
      expect(posts().at(-1)).toEqual({
        chatGuid: `iMessage;-;${ANN}`,
        message: 'hello',
        tempGuid: 'corr-1',
        method: 'private-api',
      });
      // Only the likeliest is blamed: the effect is sent again.
      expect(await send({ content, correlationId: 'corr-2' })).toMatchObject({ kind: 'sent' });
      expect(posts().at(-1)).toMatchObject({ effectId: expect.any(String) as string });
      expect(posts().at(-1)).not.toHaveProperty('selectedMessageGuid');
      expect(posts().at(-1)).not.toHaveProperty('partIndex');
    },
  );

  it.each([undefined, 'unreachable', 'cut-off', 'rate-limited'] as const)(
    'is sent after an attempt that ended with %s, which says nothing about it',
    async (before) => {
      await start();
      expect(await send({ content, number: 2, ...(before ? { before } : {}) })).toMatchObject({
        kind: 'sent',
      });
      expect(posts().at(-1)).toMatchObject({
        selectedMessageGuid: 'M-1',
        effectId: expect.any(String) as string,
      });
    },
  );

  it('is blamed for no failure of a message that went without it', async () => {
    const clock = new FakeClock(Date.now());
    await start({}, undefined, clock);
    await send({ content, number: 2, before: 'timeout' });
    await send({ content, correlationId: 'corr-2', number: 2, before: 'timeout' });
    clock.advance(3_600_000);
    await send({ content, correlationId: 'corr-3' });
    expect(posts().at(-1)).toMatchObject({ selectedMessageGuid: 'M-1' });
  });

  it('is named in the status of the account', async () => {
    await start();
    await send({ content, number: 2, before: 'timeout' });
    const sink = new RecordingSink();
    sut.connect(sink);
    const warning = 'The Mac did not send messages with: reply.';
    await eventually(() => sink.states.at(-1)?.reason?.includes(warning) ?? false, { what: 'the warning' });
    expect(sink.status).toBe('degraded');
  });

  it.each(['The partIndex must be a number.', 'Selected message does not exist!'])(
    'is left out at once when the bridge refuses it: %s',
    async (message) => {
      await start();
      const json = { status: 400, message: 'x', error: { type: 'Validation Error', message } };
      const when = ({ path }: { readonly path: string }) => path.endsWith('/message/text');
      bridge.faults.requests.next({ kind: 'answer', status: 400, json }, { when });
      expect(await send({ content })).toMatchObject({ kind: 'sent' });
      expect(posts()).toHaveLength(2);
      expect(posts().at(-1)).not.toHaveProperty('selectedMessageGuid');
    },
  );
});

describe('the outcome of a send', () => {
  beforeEach(() => start());

  it('is not-sent for good when the address is unreachable', async () => {
    bridge.faults.sends.next({ kind: 'apple-error', code: 22 });
    expect(await send()).toMatchObject({
      kind: 'not-sent',
      code: 'recipient-unreachable',
      retry: { kind: 'never' },
    });
  });

  it('is not-sent for good after a 500 that knows no such group', async () => {
    bridge.createGroup({ participants: [ANN], chatIdentifier: 'chat1' });
    const json = {
      status: 500,
      message: 'x',
      error: { type: 'iMessage Error', message: 'Chat does not exist!' },
    };
    bridge.faults.requests.all(
      { kind: 'answer', status: 500, json },
      { when: ({ path }) => path.endsWith('/text') },
    );
    const { signal } = new AbortController();
    expect(await sut.send(attemptTo('+;chat1', 'hello'), signal)).toMatchObject({
      kind: 'not-sent',
      code: 'rejected',
      retry: { kind: 'never' },
    });
    expect(posts()).toHaveLength(2);
  });

  it('is not-sent until later after another Apple error', async () => {
    bridge.faults.sends.next({ kind: 'apple-error', code: 4 });
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'remote-error', retry: { kind: 'later' } });
  });

  it.each([
    [{ kind: 'apple-error', code: 22, withoutData: true }, 'remote-error'],
    [{ kind: 'script-error' }, 'rejected'],
    [{ kind: 'script-error', text: 'Messages got an error: AppleEvent timed out. (-1712)' }, 'remote-error'],
    [{ kind: 'server-error', sent: true }, 'remote-error'],
    [{ kind: 'gateway-timeout', sent: true }, 'timeout'],
    [{ kind: 'answer-lost' }, 'cut-off'],
    [{ kind: 'refused' }, 'cut-off'],
  ] as const)('is unknown after %j', async (fault, code) => {
    bridge.faults.sends.next(fault);
    expect(await send()).toMatchObject({ kind: 'unknown', code });
  });

  it('is unknown while the bridge is still at work on it', async () => {
    bridge.faults.sends.next({ kind: 'hang', ms: 60_000 });
    const first = send();
    await bridge.waitFor(() => posts().length === 1);
    expect(await send()).toMatchObject({ kind: 'unknown', code: 'in-flight' });
    await sut.disconnect();
    expect(await first).toMatchObject({ kind: 'unknown', code: 'cut-off' });
  });

  it('is unknown when the caller aborts it, and not-sent when aborted before the call', async () => {
    const controller = new AbortController();
    bridge.faults.sends.next({ kind: 'hang', ms: 60_000 });
    const first = send({}, controller.signal);
    await bridge.waitFor(() => posts().length === 1);
    controller.abort();
    expect(await first).toMatchObject({ kind: 'unknown', code: 'aborted' });
    expect(await send({}, controller.signal)).toMatchObject({ kind: 'not-sent' });
    expect(posts()).toHaveLength(1);
  });

  it.each([
    [401, { kind: 'not-sent', code: 'bad-credentials', retry: { kind: 'wait' } }],
    [403, { kind: 'not-sent', code: 'bad-credentials', retry: { kind: 'wait' } }],
    [404, { kind: 'not-sent', code: 'remote-error', retry: { kind: 'wait' } }],
    [307, { kind: 'not-sent', code: 'remote-error', retry: { kind: 'wait' } }],
    [429, { kind: 'not-sent', code: 'rate-limited', retry: { kind: 'wait' } }],
    [502, { kind: 'unknown', code: 'remote-error' }],
    [200, { kind: 'unknown', code: 'remote-error' }],
  ])("follows from the status %i of an answer that is not the bridge's", async (status, outcome) => {
    bridge.faults.requests.next(
      { kind: 'answer', status, text: 'page' },
      { when: ({ path }) => path.endsWith('/text') },
    );
    expect(await send()).toMatchObject(outcome);
    expect(posts()).toHaveLength(1);
  });

  it('is not-sent for good when the bridge refuses the request', async () => {
    const json = {
      status: 400,
      message: 'bad',
      error: { type: 'Validation Error', message: 'The message must be a string.' },
    };
    bridge.faults.requests.next(
      { kind: 'answer', status: 400, json },
      { when: ({ path }) => path.endsWith('/text') },
    );
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } });
  });

  it('is not-sent and waits while the bridge is down', async () => {
    await bridge.down();
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'unreachable', retry: { kind: 'wait' } });
  });
});

it('a send without an answer within its time-out is unknown', async () => {
  await start({}, 1_000);
  await send();
  bridge.faults.sends.next({ kind: 'hang', ms: 60_000 });
  expect(
    await accountOf(bridge, { sendTimeoutMs: 30 }).account.send(
      attemptTo(CONVERSATION, 'x'),
      new AbortController().signal,
    ),
  ).toMatchObject({
    kind: 'unknown',
    code: 'timeout',
  });
});

it('a text is sent unchanged, once', async () => {
  await start();
  const text = 'a\n\n"b" 😀 \\ <c>';
  await sut.send(attemptTo(CONVERSATION, text), new AbortController().signal);
  expect(sentTexts()).toEqual([text]);
});
