import { type Tracer, traceWith } from '../../common/index.js';
import { WebhookConfig } from '../../config/index.js';
import { newSecret, type ReceiverAnswer, WebhookReceiver } from '../../../test/support/webhook-receiver.js';
import { WebhookPost } from './webhook-post.js';

const MESSAGE = { id: 'msg_1', body: '{"type":"webhook.test","data":{}}' };

let receiver: WebhookReceiver;
let posts: WebhookPost[];

beforeEach(async () => {
  posts = [];
  receiver = await WebhookReceiver.listen();
});
afterEach(async () => {
  traceWith(undefined);
  await Promise.all(posts.map((post) => post.close()));
  await receiver.close();
});

const webhookAt = (url: string): WebhookConfig =>
  Object.assign(new WebhookConfig(), { id: 'crm', url, secret: receiver.secret, events: ['*'] });

function send(url = receiver.url, addresses: readonly string[] = ['127.0.0.1'], message = MESSAGE) {
  const post = new WebhookPost(Date.now, () => Promise.resolve(addresses));
  posts.push(post);
  return post.send(webhookAt(url), message);
}

describe('a message', () => {
  it('that is taken was signed, and has the time of the try', async () => {
    expect(await send()).toEqual({ kind: 'taken', status: 204 });
    const [got] = receiver.tries;
    expect(got).toMatchObject({ id: 'msg_1', type: 'webhook.test' });
    expect(receiver.verify(got!)).toEqual({ type: 'webhook.test', data: {} });
    expect(() => receiver.verify(got!, newSecret())).toThrow();
  });

  it.each<[ReceiverAnswer, object]>([
    [{ status: 200 }, { kind: 'taken', status: 200 }],
    [
      { status: 200, body: 'x'.repeat(1_000_000) },
      { kind: 'taken', status: 200 },
    ],
    [{ status: 500 }, { kind: 'failed', status: 500, reason: 'HTTP 500' }],
    [{ status: 404 }, { kind: 'failed', status: 404, reason: 'HTTP 404' }],
    [{ status: 410 }, { kind: 'gone', status: 410, reason: 'HTTP 410' }],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { kind: 'failed', status: 302, reason: 'HTTP 302: redirects are not followed' },
    ],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'failed', status: 429, reason: 'HTTP 429', afterMs: 7_000 },
    ],
  ])('answered with %j ends as %j', async (answer, outcome) => {
    receiver.answer = () => answer;
    expect(await send()).toEqual(outcome);
    expect(receiver.tries).toHaveLength(1);
  });

  it('for a receiver that does not listen fails with the reason', async () => {
    expect(await send('http://127.0.0.1:1/')).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
  });

  it.each([
    ['http://169.254.169.254/latest', []],
    ['http://[fe80::1]/', []],
    ['http://2852039166/', []],
    ['http://0xa9.0376.43518/', []],
    ['http://zone.example:8080/', ['fe80::1%2']],
    ['http://[::ffff:169.254.169.254]/', []],
    ['http://metadata.example:8080/', ['169.254.169.254']],
    ['http://both.example:8080/', ['127.0.0.1', 'fe80::1']],
    ['https://aws.example/', ['fd00:ec2::254']],
    ['https://translated.example/', ['64:ff9b::100.100.100.200']],
    ['https://tunnelled.example/', ['2002:a83f:8110::1']],
  ])('is never sent to %s at %j', async (url, addresses) => {
    expect(await send(url, addresses)).toEqual({
      kind: 'failed',
      reason: 'the address is link-local or belongs to a metadata service',
    });
  });

  it.each([
    ['http://93.184.215.14/', []],
    ['http://example.com/', ['93.184.215.14']],
    ['http://[::ffff:93.184.215.14]/', []],
  ])('is not sent in the clear to %s at %j', async (url, addresses) => {
    expect(await send(url, addresses)).toEqual({
      kind: 'failed',
      reason: 'plain http to a public address: use https',
    });
  });

  it('is sent to a name at an internal address, looked up for the connection', async () => {
    const { port } = new URL(receiver.url);
    expect(await send(`http://crm.internal:${port}/hook`)).toEqual({ kind: 'taken', status: 204 });
  });

  it('has the trace of its event while traces are on, and none otherwise', async () => {
    const bodies = [{ event_id: 'evt_1' }, { event_id: null }, {}].map((data) => JSON.stringify({ data }));
    const sendAll = async () => {
      for (const body of bodies) await send(undefined, undefined, { ...MESSAGE, body });
    };
    await sendAll();
    traceWith({ traceparentOf: (eventId: string) => `trace-of-${eventId}` } as Tracer);
    await sendAll();
    const traces = receiver.tries.map(({ traceparent }) => traceparent);
    expect(traces).toEqual([undefined, undefined, undefined, 'trace-of-evt_1', undefined, undefined]);
  });
});
