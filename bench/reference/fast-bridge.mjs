// The least bridge that a gateway can talk to: it costs next to nothing, so that the gateway is what is measured.
import { createServer } from 'node:http';

const INFO = {
  os_version: '15.5.0',
  server_version: '1.9.9',
  private_api: true,
  helper_connected: true,
  detected_icloud: null,
  detected_imessage: null,
};

/** `onText(text)` hears of every text that is sent. */
export async function fastBridge() {
  const bridge = { onText: () => undefined };
  let row = 1;
  const answer = (path, body) => {
    if (path.endsWith('/server/info')) return INFO;
    if (path.endsWith('/message/text')) {
      bridge.onText(body.message);
      return { guid: `SENT-${row}`, originalROWID: row++, text: body.message, tempGuid: body.tempGuid };
    }
    return path.endsWith('/webhook') && body ? { id: 1, ...body } : [];
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : undefined;
      const data = answer(request.url.split('?')[0], body);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 200, message: 'Success', data }));
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  bridge.url = `http://127.0.0.1:${server.address().port}`;
  bridge.stop = () => new Promise((done) => (server.closeAllConnections(), server.close(done)));
  return bridge;
}
