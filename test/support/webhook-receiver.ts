import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message as a receiver gets it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly traceparent?: string | undefined;
}

/** An answer: its status and headers. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A program that webhooks post to. Its judge of signatures is the reference library of Standard Webhooks. */
export class WebhookReceiver {
  /** Every try, in order. */
  readonly tries: ReceivedMessage[] = [];
  /** Decides each answer. */
  answer: (message: ReceivedMessage) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 204 });

  private constructor(
    readonly url: string,
    readonly secret: string,
    readonly close: () => Promise<void>,
  ) {}

  static async listen(secret = newSecret()): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const header = (name: string) => String(request.headers[`webhook-${name}`] ?? '');
        const body = Buffer.concat(chunks).toString();
        const { type, data } = JSON.parse(body) as Pick<ReceivedMessage, 'type' | 'data'>;
        const [id, timestamp, signature] = [header('id'), header('timestamp'), header('signature')];
        const traceparent = request.headers.traceparent?.toString();
        const message = { id, timestamp, signature, body, type, data, traceparent };
        receiver.tries.push(message);
        void Promise.resolve(receiver.answer(message)).then(({ status, headers = {}, body = 'thank you' }) =>
          response.writeHead(status, headers).end(body),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(`http://127.0.0.1:${port}/hook`, secret, close);
    return receiver;
  }

  /** The messages it has taken, each once, in the order of their first try that was taken. */
  get types(): readonly string[] {
    return this.tries.map(({ type }) => type);
  }

  /** @throws WebhookVerificationError by the reference library, which also judges the age */
  verify({ id, timestamp, signature, body }: ReceivedMessage, secret = this.secret): unknown {
    return new Webhook(secret).verify(body, {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    });
  }
}

/** A secret that is another one at each call. */
export const newSecret = (): string => `whsec_${crypto.getRandomValues(Buffer.alloc(32)).toString('base64')}`;
