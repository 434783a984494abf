import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timeLimit } from '../common/time-limit.js';
import { waitFor } from '../common/wait-for.js';
import type { Activity } from '../workplace/common/types.js';

export interface ReceivedActivity {
  readonly activity: Activity;
  readonly headers: IncomingHttpHeaders;
}

/** A bot's answer: a status with an optional body for an invoke, or none at all. */
export type BotReply = { readonly status: number; readonly json?: unknown } | 'hang';

/** A bot's messaging endpoint: keeps every call, and answers 200 with an empty body by default. */
export interface TestBot {
  readonly url: string;
  readonly received: readonly ReceivedActivity[];
  /** Answers to the next calls, in order; later calls get 200 again. */
  readonly replies: BotReply[];
  /** Resolves when `count` calls have arrived. */
  heard(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startBot(): Promise<TestBot> {
  const received: ReceivedActivity[] = [];
  const replies: BotReply[] = [];
  const arrivals = new EventEmitter<{ change: [] }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const activity = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Activity;
      received.push({ activity, headers: request.headers });
      arrivals.emit('change');
      const reply = replies.shift() ?? { status: 200 };
      if (reply === 'hang') return;
      const body = reply.json === undefined ? '' : JSON.stringify(reply.json);
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`,
    received,
    replies,
    heard: async (count) => {
      await waitFor(arrivals, () => received.length >= count, { timeoutMs: timeLimit(20_000) });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
