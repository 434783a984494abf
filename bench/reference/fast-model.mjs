// A minimal model server for `/chat/completions`: it answers at once, in chunks like a real one.
import { createServer } from 'node:http';

const PIECES = 8;
const chunk = (delta, more = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`;
const END =
  chunk({}, { finish_reason: 'stop' }) +
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 200, completion_tokens: PIECES, total_tokens: 208 } })}\n\n` +
  'data: [DONE]\n\n';

/** Answers `echo: ` and the last line that `find` matches in the last message of the prompt. */
export async function fastModel(find) {
  const server = createServer((request, response) => {
    const body = [];
    request.on('data', (part) => body.push(part));
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(body).toString());
      const text = `echo: ${find(messages.at(-1).content)}`;
      const size = Math.ceil(text.length / PIECES);
      response.setHeader('content-type', 'text/event-stream');
      for (let at = 0; at < text.length; at += size)
        response.write(chunk({ content: text.slice(at, at + size) }));
      response.end(END);
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
  };
}
