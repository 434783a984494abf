// A minimal bridge for a gateway: its cost is negligible, so that the measurement shows the gateway.
import { createServer } from 'node:http';
import { connectionsTo, send } from '../lib/load.mjs';
import { BridgeRows } from '../lib/messages.mjs';

const INFO = {
  os_version: '15.5.0',
  server_version: '1.9.9',
  private_api: true,
  helper_connected: true,
  detected_icloud: null,
  detected_imessage: null,
};
const headers = { 'content-type': 'application/json' };
/**
 * The answer to a form without a file, by which the gateway asks whether a send with an unknown end is still in flight:
 * it is not.
 */
const NO_FILE = {
  status: 400,
  message: "You've made a bad request! Please check your request params & body",
  error: { type: 'Validation Error', message: 'Attachment not provided or was empty' },
};

/**
 * `onText(text)` is called with every sent text. Like the real bridge, this one sends two webhooks for each: the
 * message and its delivery. Several gateways, which would share one address, get them round-robin.
 */
export async function fastBridge() {
  const bridge = { onText: () => undefined, rows: new BridgeRows() };
  const agent = connectionsTo(64);
  const webhooks = [];
  let told = 0;
  // A stopped gateway gets no more webhooks.
  const tell = (body) =>
    send(agent, webhooks[told++ % webhooks.length].url, { headers, body }).catch(() => undefined);
  const accept = (body) => {
    const { data, announcement, receipt } = bridge.rows.sent(body);
    bridge.onText(body.message);
    setTimeout(() => void tell(announcement).then(() => tell(receipt)));
    return data;
  };
  const answer = (path, body) => {
    if (path.endsWith('/server/info')) return INFO;
    if (path.endsWith('/message/text')) return accept(body);
    if (!path.endsWith('/webhook') || !body) return [];
    webhooks.push(body);
    return { id: webhooks.length, ...body };
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.headers['content-type']?.startsWith('multipart/form-data')) {
        response.statusCode = NO_FILE.status;
        response.end(JSON.stringify(NO_FILE));
        return;
      }
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : undefined;
      const data = answer(request.url.split('?')[0], body);
      response.end(JSON.stringify({ status: 200, message: 'Success', data }));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  bridge.url = `http://127.0.0.1:${server.address().port}`;
  /** Call it when the registered gateways have stopped. */
  bridge.forgetWebhooks = () => webhooks.splice(0);
  bridge.stop = async () => {
    await agent.destroy();
    await new Promise((done) => (server.closeAllConnections(), server.close(done)));
  };
  return bridge;
}
