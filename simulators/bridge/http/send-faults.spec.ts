import { ANNE, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const chatGuid = `iMessage;-;${ANNE}`;
const send = (tempGuid = 't-1') => t.api('POST /message/text', { chatGuid, message: 'hi', tempGuid });
const texts = () => t.sut.sentMessages().map((row) => row.text);

beforeEach(() => {
  t.sut.directChat(ANNE);
});

it('a hanging send succeeds in the end, with its row stored at the end or at once', async () => {
  t.sut.faults.sends.next({ kind: 'hang', ms: 40 }).next({ kind: 'hang', ms: 40, row: 'first' });
  const late = send();
  await t.sut.waitFor(() => t.sut.requests.length === 1 && t.sut.requests[0]?.body);
  expect(texts()).toEqual([]);
  expect((await late).status).toBe(200);

  const early = send('t-2');
  await t.sut.waitFor(() => texts().length === 2);
  expect(t.sut.requests[1]!.status).toBeUndefined();
  expect((await early).status).toBe(200);
});

it('a send continues when its caller has hung up', async () => {
  t.sut.faults.sends.next({ kind: 'hang', ms: 300 });
  const caller = new AbortController();
  const body = JSON.stringify({ chatGuid, message: 'hi', tempGuid: 't-1' });
  const request = fetch(`${t.sut.url}/api/v1/message/text?password=${t.sut.password}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: caller.signal,
  });
  await t.sut.waitFor(() => t.sut.requests.length === 1);
  caller.abort();
  await expect(request).rejects.toThrow();
  await t.sut.waitFor(() => texts().length === 1);
});

it('a send whose answer is lost has gone out', async () => {
  await t.subscribe();
  t.sut.faults.sends.next({ kind: 'answer-lost' });
  await expect(send()).rejects.toThrow();
  await t.sut.idle();
  expect(texts()).toEqual(['hi']);
  expect(t.types()).toEqual(['new-message', 'new-message']);
});

it('a refused send stores nothing', async () => {
  t.sut.faults.sends.next({ kind: 'refused' });
  await expect(send()).rejects.toThrow();
  expect(t.sut.messages()).toEqual([]);
});

it.each([22, 4])('Apple error %d answers with the row and sends a message-send-error', async (code) => {
  await t.subscribe();
  t.sut.faults.sends.next({ kind: 'apple-error', code });
  const { json } = await send();
  expect(json).toMatchObject({
    status: 500,
    message: 'Message Send Error',
    error: { type: 'iMessage Error', message: 'Failed to send message! See attached message error code.' },
    data: { error: code, text: 'hi' },
  });
  await t.sut.idle();
  expect(t.receiver.received).toMatchObject([
    { type: 'message-send-error', data: { error: code, tempGuid: 't-1' } },
  ]);
  expect(texts()).toEqual([]);
});

it('an Apple error can answer without the row', async () => {
  t.sut.faults.sends.next({ kind: 'apple-error', code: 22, withoutData: true });
  expect((await send()).json.data).toBeNull();
});

it('script errors, unhandled errors and time-outs are reported, whether the message went out or not', async () => {
  const { sends } = t.sut.faults;
  sends.next({ kind: 'script-error' }).next({ kind: 'server-error', sent: true });
  sends.next({ kind: 'gateway-timeout', sent: true });
  const script = await send();
  expect(script.json).toMatchObject({ status: 500, message: 'Message Send Error' });
  expect(script.json).not.toHaveProperty('data');
  expect((await send()).json).toMatchObject({ status: 500, error: { type: 'Server Error' } });
  expect((await send()).json).toMatchObject({ status: 504, error: { type: 'Gateway Timeout' } });
  expect(texts()).toEqual(['hi', 'hi']);
});

it('broken AppleScript fails with -1700 while the Private API works', async () => {
  t.sut.faults.appleScriptBroken = true;
  expect((await send()).json.error?.message).toContain('-1700');
  const other = { chatGuid, message: 'hi', method: 'private-api' };
  expect((await t.api('POST /message/text', other)).status).toBe(200);
});

it('a fault applies to matching sends only, until it is cleared', async () => {
  t.sut.faults.sends.all({ kind: 'script-error' }, { when: ({ text }) => text === 'hi' });
  expect((await send()).status).toBe(500);
  expect((await t.api('POST /message/text', { chatGuid, message: 'ho', tempGuid: 't' })).status).toBe(200);
  t.sut.faults.clear();
  expect((await send()).status).toBe(200);
});

it('a chaos run is repeated from its seed', async () => {
  const { BridgeSimulator } = await import('../bridge-simulator.js');
  const run = async (seed: number): Promise<number[]> => {
    const bridge = await BridgeSimulator.start({ seed, echoDelayMs: [0, 0] });
    bridge.faults.sends.sometimes(0.5, { kind: 'script-error' });
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const body = JSON.stringify({ chatGuid, message: 'hi', tempGuid: 't' });
      const headers = { 'content-type': 'application/json' };
      const url = `${bridge.url}/api/v1/message/text?password=${bridge.password}`;
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
    }
    await bridge.stop();
    return statuses;
  };
  const [first, again] = [await run(7), await run(7)];
  expect(again).toEqual(first);
  expect(new Set(first)).toEqual(new Set([200, 500]));
});

describe('faults of any call', () => {
  it('cut, delay or replace answers', async () => {
    const { requests } = t.sut.faults;
    requests.next({ kind: 'cut' });
    await expect(t.api('GET /ping')).rejects.toThrow();
    requests.next({ kind: 'answer', status: 502, text: '<h1>Bad Gateway</h1>' });
    const answer = await t.api('GET /ping');
    expect([answer.status, answer.text]).toEqual([502, '<h1>Bad Gateway</h1>']);
    requests.next({ kind: 'delay', ms: 20 }, { when: ({ path }) => path.endsWith('/ping') });
    const before = performance.now();
    expect((await t.api('GET /ping')).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(15);
  });

  it('hold a call until the bridge goes down', async () => {
    t.sut.faults.requests.next({ kind: 'hang' });
    const hung = t.api('GET /ping');
    await t.sut.waitFor(() => t.sut.requests.length === 1);
    await t.sut.down();
    await expect(hung).rejects.toThrow();
  });

  it('delay every answer', async () => {
    t.sut.faults.responseDelayMs = 20;
    const before = performance.now();
    await t.api('GET /ping');
    expect(performance.now() - before).toBeGreaterThan(15);
  });
});
