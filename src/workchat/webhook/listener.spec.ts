import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { eventually } from '../../../test/support/eventually.js';
import { WebhookListener } from './listener.js';

describe('WebhookListener', () => {
  const sut = new WebhookListener();
  afterEach(() => sut.close());

  it('takes the calls of one connection one after the other', async () => {
    const taken: ServerResponse[] = [];
    await sut.open({
      path: '/',
      admits: 'every caller of this test',
      listener: { host: '127.0.0.1', port: 0 },
      answer: async (_request, response) => void taken.push(response),
    });
    const client = connect(sut.port!, '127.0.0.1');
    let received = '';
    client.on('data', (data: Buffer) => (received += data.toString('latin1')));
    client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'.repeat(3));

    for (const n of [1, 2, 3]) {
      await eventually(() => taken.length === n);
      taken[n - 1]!.end(`answer ${n}`);
      await eventually(() => received.includes(`answer ${n}`));
    }
    client.destroy();
  });
});
