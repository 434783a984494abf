import { text } from 'node:stream/consumers';
import { legibleStream } from './answer-stream.js';

describe('a stream of events of an MCP server', () => {
  it.each(['\n', '\r\n'])(
    'is the same wherever the bytes are cut, with lines that end in %j',
    async (end) => {
      const result = { content: [{ type: 'text', text: 'grüße 👋' }] };
      const answer = { jsonrpc: '2.0', id: 1, result };
      const bytes = Buffer.from([`data: ${JSON.stringify(answer)}`, '', ''].join(end));
      for (let cut = 0; cut <= bytes.length; cut++) {
        const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
        const read = await text(ReadableStream.from(pieces).pipeThrough(legibleStream({ id: 1 })));
        expect(JSON.parse(/^data: (.*)$/m.exec(read)?.[1] ?? '')).toMatchObject({
          id: 1,
          result: { 'io.gatehouse/raw': result },
        });
      }
    },
  );
});
