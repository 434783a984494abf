import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import type { Logger } from 'nestjs-pino';
import { requestLog } from './request-log.js';

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly url?: string;
}

interface Logged {
  readonly level: string;
  readonly entry: object;
}

const TOKEN = { authorization: 'Bearer token' };

/** What is logged of such a request. */
function logged({
  status = 200,
  headers = TOKEN,
  from = '127.0.0.1',
  url,
  ...more
}: Call): Logged | undefined {
  const lines: Logged[] = [];
  const at = (level: string) => (entry: object) => void lines.push({ level, entry });
  const logger = { debug: at('debug'), log: at('info'), warn: at('warn'), error: at('error') };
  const response = Object.assign(new EventEmitter(), {
    statusCode: status,
    writableFinished: true,
    getHeader: () => 'r-1',
  });
  const request = {
    path: '/admin/v1/status',
    originalUrl: url ?? '/admin/v1/status',
    method: 'GET',
    ip: from,
    socket: { remoteAddress: from },
    headers: { host: '127.0.0.1:3000', ...headers },
    ...more,
  };
  const handle = requestLog(logger as unknown as Logger, () => 'debug');
  handle(request as unknown as Request, response as unknown as Response, () => undefined);
  response.emit('close');
  return lines[0];
}

const levelOf = (call: Call): string | undefined => logged(call)?.level;

describe('a request', () => {
  // Node's fetch sends the second one.
  const cli = { ...TOKEN, 'user-agent': 'gatehouse-cli', 'sec-fetch-mode': 'cors' };

  it.each([
    [{}, 'info'],
    [{ status: 404 }, 'info'],
    [{ status: 401 }, 'warn'],
    [{ status: 500 }, 'error'],
  ])('%j is logged at %s', (call, level) => expect(levelOf(call)).toBe(level));

  it('is logged by its path, without its query', () => {
    const entry = logged({ url: '/admin/v1/messages?sender=ann&q=a+secret' })?.entry;
    expect(entry).toMatchObject({
      method: 'GET',
      path: '/admin/v1/messages',
      client: '127.0.0.1',
      status: 200,
    });
    expect(JSON.stringify(entry)).not.toMatch(/ann|secret/);
  });

  it.each<[string, string, Call]>([
    ['that the signed-in console reads with', 'debug', {}],
    ['that a program reads with', 'info', { headers: TOKEN }],
    ['that changes something', 'info', { method: 'POST' }],
    ['of the Data API', 'info', { path: '/v1/users/usr_1' }],
    ['that is not found', 'info', { status: 404 }],
    ['that is forbidden', 'warn', { status: 403 }],
  ])('%s is logged at %s', (_, level, call) => expect(levelOf({ headers: {}, ...call })).toBe(level));

  it('of the command line on this machine is logged at debug, unless it fails', () => {
    expect(levelOf({ headers: cli })).toBe('debug');
    expect(levelOf({ headers: cli, status: 401 })).toBe('warn');
  });

  it('from elsewhere is logged at info, whatever its headers claim', () => {
    expect(levelOf({ headers: cli, from: '203.0.113.7' })).toBe('info');
    expect(levelOf({ headers: { ...cli, 'x-forwarded-for': '203.0.113.7' } })).toBe('info');
  });
});
