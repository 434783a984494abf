import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { WorkplaceCore } from '../core/core.js';
import type { HttpFault } from '../core/faults.js';
import type { Json } from '../common/json.js';
import { isObject } from '../common/json.js';
import type { HostName, RequestRecord } from '../common/types.js';
import type { Answer } from '../http/answer.js';
import { HttpFailure, writeAnswer } from '../http/answer.js';
import type { Call, Route } from '../http/route.js';

export interface HostFace {
  readonly name: HostName;
  /** Matches the prefix of the routes' paths. */
  readonly prefix: RegExp;
  readonly routes: readonly Route[];
  /** This host's error for an unknown or undecodable path, or for a bug in the simulator. */
  readonly problem: (status: number, text: string) => Answer;
  /** Whether callers of the path must not send a token. */
  readonly isPublic?: (path: string) => boolean;
  /** Throws when the caller is not admitted, before any other check. */
  readonly admit?: (call: Call) => Promise<void>;
}

/** One host of the cloud: log, faults, body, admission, routes. */
export function hostListener(core: WorkplaceCore, face: HostFace): RequestListener {
  return (request, response) => {
    new Exchange(core, face, { request, response }).run().catch(() => response.destroy());
  };
}

class Exchange {
  private readonly url: URL;

  constructor(
    private readonly core: WorkplaceCore,
    private readonly face: HostFace,
    private readonly line: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ) {
    this.url = new URL(line.request.url ?? '/', 'http://localhost');
  }

  async run(): Promise<void> {
    const { request, response } = this.line;
    const record = await this.record();
    const bytes = await readBytes(request);
    const { body, isWellFormed } = parseBody(request.headers['content-type'], bytes);
    Object.assign(record, { bytes: bytes.byteLength, body: withoutSecrets(body) });
    response.on('finish', () => {
      record.status = response.statusCode;
      this.core.events.emit('change');
    });
    this.core.note(record);
    this.watchToken(record);
    const { method } = record;
    const { pathname: path } = this.url;
    const fault = this.core.faults.ofCall({ host: this.face.name, method, path, body });
    await this.answer({ bytes, body, isWellFormed }, fault);
  }

  /** Records a complaint when a public host receives a token (workchat-wire 6). */
  private watchToken({ token, path }: RequestRecord): void {
    const { name } = this.face;
    if (token === 'none' || !this.face.isPublic?.(path)) return;
    this.core.complain('token-leak', `A token (${token}) went to ${name} ${path}`);
  }

  private async record(): Promise<RequestRecord> {
    const { method = 'GET', headers } = this.line.request;
    const { authorization, ...others } = headers;
    const token = await this.core.tokens.useOf(authorization);
    const { pathname: path, search: query } = this.url;
    return { host: this.face.name, method, path, query, headers: others, token, at: this.core.clock.now() };
  }

  private async answer(
    content: Pick<Call, 'bytes' | 'body' | 'isWellFormed'>,
    fault: HttpFault | undefined,
  ): Promise<void> {
    const { response } = this.line;
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'cut') response.destroy();
    else if (fault?.kind === 'answer') writeAnswer(response, fault.answer);
    else {
      if (fault?.kind === 'delay') await this.core.timers.sleep(fault.ms);
      this.send(await this.outcome(content), fault);
    }
  }

  private send(answer: Answer, fault: HttpFault | undefined): void {
    const { response } = this.line;
    if (fault?.kind === 'lost') {
      if (fault.then === 'cut') response.destroy();
      else if (fault.then !== 'hang') writeAnswer(response, fault.then);
      return;
    }
    const changed = fault?.kind === 'change' ? fault.change(answer) : answer;
    writeAnswer(response, changed, fault?.kind === 'broken');
  }

  private async outcome(content: Pick<Call, 'bytes' | 'body' | 'isWellFormed'>): Promise<Answer> {
    try {
      return await this.handle(content);
    } catch (error) {
      if (error instanceof HttpFailure) return error.answer;
      const text = error instanceof Error ? error.message : String(error);
      return this.face.problem(error instanceof URIError ? 400 : 500, text);
    }
  }

  private async handle(content: Pick<Call, 'bytes' | 'body' | 'isWellFormed'>): Promise<Answer> {
    const { method = 'GET', headers } = this.line.request;
    const prefix = this.face.prefix.exec(this.url.pathname)?.[0] ?? '';
    const path = this.url.pathname.slice(prefix.length);
    const query = this.url.searchParams;
    const call: Call = { ...content, method, path, prefix, params: {}, query, headers };
    await this.face.admit?.(call);
    const found = this.face.routes.find((each) => each.method === method && each.pattern.test(path));
    if (!found) return this.face.problem(404, `No route for ${method} ${path}`);
    const groups = found.pattern.exec(path)?.groups ?? {};
    const params = Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    return found.handle({ ...call, params });
  }
}

function withoutSecrets(body: Call['body']): Call['body'] {
  const { client_secret: _secret, client_assertion: _assertion, ...rest } = body;
  return rest;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Parses JSON objects and forms; the result for any other body is `{}`. */
function parseBody(contentType = '', bytes: Buffer): { readonly body: Json; readonly isWellFormed: boolean } {
  const isForm = contentType.includes('application/x-www-form-urlencoded');
  if (!isForm && !contentType.includes('json')) return { body: {}, isWellFormed: bytes.byteLength === 0 };
  const content = bytes.toString('utf8');
  if (isForm) return { body: Object.fromEntries(new URLSearchParams(content)), isWellFormed: true };
  try {
    const parsed: unknown = JSON.parse(content);
    return isObject(parsed) ? { body: parsed, isWellFormed: true } : { body: {}, isWellFormed: false };
  } catch {
    return { body: {}, isWellFormed: false };
  }
}
