import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PostboxConfig } from '../../examples/postbox/src/postbox.config.js';
import { PostboxConnector } from '../../examples/postbox/src/postbox.connector.js';
import { type ConversationId, DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { SystemClock } from '../../src/common/index.js';
import { expectApprovalsAsOffered, expectFeaturesAsImplemented } from '../support/connector-features.js';
import { BAD_SERVICES, expectChecksAsPromised, expectChecksToStop } from '../support/connector-checks.js';
import { attemptTo, fileTo, RecordingSink } from '../support/imbridge.js';

const ANN = 'ann' as ConversationId;
const signal = new AbortController().signal;
let server: Server;
let answer: RequestListener;
let config: PostboxConfig;
let sut: PostboxConnector;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  config = Object.assign(new PostboxConfig(), { url, secret: 's3cret', allowFrom: ['ann'] });
  sut = new PostboxConnector(config, new SystemClock());
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

it('the capabilities name what the connector implements', async () => {
  expectFeaturesAsImplemented(sut, []);
  await expectApprovalsAsOffered(sut, attemptTo(ANN, ''));
  expect(sut.accounts()).toMatchObject([{ account: DEFAULT_ACCOUNT, groupPolicy: 'disabled' }]);
  expect(sut.accounts()[0]!.allowFrom.keys).toEqual(new Set(['sender:ann']));
});

it('a text is sent with its key, and a file is refused', async () => {
  const seen: unknown[] = [];
  answer = ({ headers }, response) => {
    seen.push(headers['idempotency-key'], headers.authorization);
    response.writeHead(201).end();
  };
  const attempt = attemptTo(ANN, 'hello');
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'sent' });
  expect(seen).toEqual([attempt.correlationId, 'Bearer s3cret']);
  expect(await sut.send(fileTo(ANN, { bytes: Buffer.from('x') }), signal)).toMatchObject({
    code: 'not-supported',
  });
});

it.each([
  [401, { kind: 'not-sent', code: 'bad-credentials', retry: { kind: 'wait' } }],
  [404, { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } }],
  [429, { kind: 'not-sent', code: 'rate-limited', retry: { kind: 'wait' } }],
  [503, { kind: 'unknown', code: 'remote-error' }],
])('an answer of %i ends as %j', async (status, outcome) => {
  answer = (_request, response) => void response.writeHead(status).end();
  expect(await sut.send(attemptTo(ANN, 'hello'), signal)).toMatchObject(outcome);
});

it('a call that breaks off is unknown, and one without a connection is not sent', async () => {
  answer = (request) => void request.socket.destroy();
  expect(await sut.send(attemptTo(ANN, 'hello'), signal)).toMatchObject({ kind: 'unknown', code: 'cut-off' });
  const controller = new AbortController();
  answer = () => controller.abort();
  expect(await sut.send(attemptTo(ANN, 'hello'), controller.signal)).toMatchObject({
    kind: 'unknown',
    code: 'aborted',
  });
  config.url = 'http://127.0.0.1:1';
  expect(await sut.send(attemptTo(ANN, 'hello'), signal)).toMatchObject({
    kind: 'not-sent',
    code: 'unreachable',
  });
});

it('an event reaches the sink while the account is connected, and is refused otherwise', async () => {
  const sink = new RecordingSink();
  const event = { id: '1', from: 'ann', text: 'hello' };
  await expect(sut.receive(event)).rejects.toThrow('not connected');
  sut.connect(DEFAULT_ACCOUNT, sink);
  await sut.receive(event);
  expect(sink.texts).toEqual(['hello']);
  await sut.disconnect();
  await expect(sut.receive(event)).rejects.toThrow('not connected');
});

describe('the checks', () => {
  const examined = () => ({ connector: sut, account: DEFAULT_ACCOUNT, secrets: ['s3cret'] });
  const states = async () =>
    [...(await expectChecksAsPromised(examined()))].map(([id, [found]]) => `${id} ${found?.state ?? ''}`);

  it.each(Object.keys(BAD_SERVICES))('of a service that %s keep their form', async (name) => {
    answer = BAD_SERVICES[name]!;
    await expectChecksAsPromised(examined());
  });

  it.each([
    [200, ['service ok', 'secret ok', 'clock ok']],
    [404, ['service ok', 'secret ok', 'clock ok']],
    [401, ['service ok', 'secret failed', 'clock ok']],
  ])('of a service that answers %i are %j', async (status, expected) => {
    answer = (_request, response) => void response.writeHead(status).end();
    expect(await states()).toEqual(expected);
  });

  it('of a service that is not there say so', async () => {
    config.url = 'http://127.0.0.1:1';
    expect(await states()).toEqual(['service failed', 'secret unknown', 'clock unknown']);
  });

  it('end with their signal', async () => {
    answer = BAD_SERVICES['never answers']!;
    await expectChecksToStop(examined());
  });
});
