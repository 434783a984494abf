import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How one call is answered. */
export type Scripted = (response: ServerResponse) => void;

type Body = Readonly<Record<string, unknown>> & { readonly messages: readonly Record<string, unknown>[] };

/** A model server on loopback that answers each call as the test says, in the form of `/chat/completions`. */
export class ScriptedModel {
  readonly bodies: Body[] = [];
  private readonly script: Scripted[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on('request', (request, response) => {
      const taken: Buffer[] = [];
      request.on('data', (bytes: Buffer) => taken.push(bytes));
      request.on('end', () => {
        model.bodies.push(JSON.parse(Buffer.concat(taken).toString()) as Body);
        (model.script.shift() ?? status(500))(response);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return model;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  next(...answers: readonly Scripted[]): void {
    this.script.push(...answers);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const status =
  (code: number, body: object = {}): Scripted =>
  (response) =>
    response.writeHead(code).end(JSON.stringify(body));

/** Refuses for that long. */
export const busy =
  (seconds: number): Scripted =>
  (response) =>
    response.writeHead(429, { 'retry-after': String(seconds) }).end();

/** Never answers. */
export const silence: Scripted = () => undefined;

/** A stream of these deltas; it ends with the reason, or stays open without one. */
export const streamed =
  (deltas: readonly object[], finish?: string): Scripted =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const delta of deltas) response.write(chunk({ delta }));
    if (finish !== undefined) response.end(`${chunk({ delta: {}, finish_reason: finish })}data: [DONE]\n\n`);
  };

/** A stream that breaks off behind this text. */
export const broken =
  (text: string): Scripted =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ delta: { content: text } }), () => response.destroy());
  };

export const says = (text: string, finish = 'stop'): Scripted => streamed([{ content: text }], finish);

/** A call of the tool `message`; further fields of the call and of the message stay with them. */
export const calls = (input: object, more: { call?: object; message?: object } = {}): Scripted => {
  const called = { name: 'message', arguments: JSON.stringify(input) };
  const call = { index: 0, id: 'c1', type: 'function', function: called, ...more.call };
  return streamed([{ ...more.message, tool_calls: [call] }], 'tool_calls');
};

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
