import { connect } from 'node:net';
import { request } from 'undici';
import { newMessageEvent, RecordingSink } from '../../../test/support/imbridge.js';
import {
  connectAll,
  startWebhookApp,
  type WebhookFixture,
} from '../../../test/support/imbridge-webhook-app.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { EXAMPLES } from '../../../simulators/index.js';
import { WebhookLimits } from './webhook.js';

const E1 = JSON.stringify(newMessageEvent());
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
let fixture: WebhookFixture;
let sink: RecordingSink;

beforeAll(async () => {
  fixture = await startWebhookApp({
    imbridge: { serverUrl: 'http://127.0.0.1:1', password: 'p' },
  });
});
beforeEach(() => {
  sink = new RecordingSink();
  connectAll(fixture, sink);
});
afterEach(() => fixture.connector.disconnect(DEFAULT_ACCOUNT));
afterAll(() => fixture.app.close());

async function send(
  body: string | Buffer | undefined,
  headers: Record<string, string> = JSON_TYPE,
  method = 'POST',
) {
  const response = await request(`${fixture.url}/imbridge-webhook`, {
    method: method as 'POST',
    headers,
    body,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

/** Writes raw HTTP and resolves with all that comes back, once the server is done. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

const head = (headers: string) => `POST /imbridge-webhook HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;

describe('the body of a webhook', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.bridge+json',
  ])('is accepted as %s', async (type) => {
    expect(await send(E1, { 'content-type': type })).toMatchObject({ status: 200, text: 'ok' });
    expect(sink.texts).toEqual(['Are we still on for six?']);
  });

  it('is accepted without a content type, with data as a string and the chat beside it', async () => {
    const { chats: _, ...data } = newMessageEvent().data as Record<string, unknown>;
    const beside = { type: 'new-message', chatGuid: 'iMessage;-;+12025550143', data: JSON.stringify(data) };
    expect(await send(JSON.stringify(beside), {})).toMatchObject({ status: 200, text: 'ok' });
    expect(sink.accepted).toMatchObject([{ conversation: { id: '-;+12025550143' } }]);
  });

  it.each(['payload', 'data', 'message'])('is accepted as a form with %s', async (name) => {
    expect(await send(`${name}=${encodeURIComponent(E1)}`, FORM_TYPE)).toMatchObject({ status: 200 });
    expect(sink.texts).toHaveLength(1);
  });

  it('is accepted as a form with type and data', async () => {
    const data = encodeURIComponent(JSON.stringify(newMessageEvent().data));
    expect(await send(`type=new-message&data=${data}`, FORM_TYPE)).toMatchObject({ status: 200 });
    expect(sink.texts).toHaveLength(1);
  });

  it.each([
    ['text/plain', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('is refused: %j %j', async (type, more) => {
    expect(await send(E1, { 'content-type': type, ...more })).toMatchObject({ status: 415 });
  });

  it.each(['', '{', '[]', '"new-message"', 'null', '{}', '{"type":7}'])('is refused: %j', async (body) => {
    expect(await send(body)).toMatchObject({ status: 400 });
  });

  it('is refused as a form without the field or without JSON in it', async () => {
    expect(await send('x=1', FORM_TYPE)).toMatchObject({ status: 400 });
    expect(await send('payload=x', FORM_TYPE)).toMatchObject({ status: 400 });
  });
});

describe('a webhook without a usable message', () => {
  it.each([
    ['an unknown event', { type: 'brand-new-event', data: null }, 'unsupported-event'],
    ['a message without a guid', { type: 'new-message', data: { text: 'x' } }, 'unreadable'],
    ['no message', { type: 'new-message' }, 'unreadable'],
    ['a receipt', EXAMPLES.E38[0], 'update'],
    ['a typing event', EXAMPLES.E29[0], 'unused-event'],
    ['a chat that was read', EXAMPLES.E30[0], 'unused-event'],
  ])('answers 200 and is dropped: %s', async (_what, body, reason) => {
    expect(await send(JSON.stringify(body))).toMatchObject({ status: 200, text: 'ok' });
    expect(sink.drops).toEqual([reason]);
    expect(sink.accepted).toEqual([]);
  });
});

describe('the limits of a webhook', () => {
  const MIB = 1024 * 1024;
  const padded = (bytes: number) => `${E1}${' '.repeat(bytes - Buffer.byteLength(E1))}`;

  it('accept 1 MiB', async () => {
    expect(await send(padded(MIB))).toMatchObject({ status: 200 });
  });

  it('refuse a larger Content-Length with 413, unread', async () => {
    const answer = await raw(head(`Content-Type: application/json\r\nContent-Length: ${MIB + 1}`));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toMatch(/Connection: close/i);
  });

  it('refuse a larger body while it streams', async () => {
    const chunk = `${(MIB + 1).toString(16)}\r\n${'x'.repeat(MIB + 1)}\r\n`;
    expect(await raw(head('Content-Type: application/json\r\nTransfer-Encoding: chunked') + chunk)).toMatch(
      /^HTTP\/1.1 413 /,
    );
  });

  it('refuse an endless body of one-byte chunks', async () => {
    const chunked = head('Content-Type: application/json\r\nTransfer-Encoding: chunked');
    expect(await raw(chunked + '1\r\n \r\n'.repeat(13_000))).toMatch(/^HTTP\/1.1 400 .*small chunks$/s);
  });

  it('answer 408 to a body that never comes', async () => {
    const limits = fixture.app.get(WebhookLimits);
    Object.assign(limits, { timeoutMs: 100 });
    const answer = await raw(head('Content-Type: application/json\r\nContent-Length: 10') + '{');
    Object.assign(limits, new WebhookLimits());
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('answer 401 without reading the body of a refused request', async () => {
    const answer = await raw(head('Content-Type: application/json\r\nX-Guid: wrong\r\nContent-Length: 10'));
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });
});

it.each(['/Imbridge-Webhook', '/imbridge-webhook/'])('the path %s answers 404', async (path) => {
  const { statusCode, body } = await request(fixture.url + path, {
    method: 'POST',
    headers: JSON_TYPE,
    body: E1,
  });
  await body.dump();
  expect([statusCode, sink.accepted]).toEqual([404, []]);
});

it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('the method %s answers 405', async (method) => {
  expect(await send(undefined, {}, method)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
});

it('a webhook is acknowledged only once the message is stored', async () => {
  let store = (): void => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  let isAnswered = false;
  const accept = sink.accept.bind(sink);
  const reached = new Promise<void>((resolve) => {
    sink.accept = async (event) => {
      resolve();
      await stored;
      return accept(event);
    };
  });
  const answer = send(E1).finally(() => (isAnswered = true));
  await reached;
  expect(isAnswered).toBe(false);
  store();
  expect(await answer).toMatchObject({ status: 200 });
});

it('a webhook that cannot be stored answers 503', async () => {
  sink.failsFor = () => true;
  expect(await send(E1)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '10' },
    text: 'unavailable',
  });
});

it('a webhook that comes twice is stored once', async () => {
  await Promise.all([send(E1), send(E1)]);
  expect(sink.accepted).toHaveLength(1);
  expect(sink.duplicates).toBe(1);
});
