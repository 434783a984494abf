import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { logDestination, type LogOutput } from './log.js';

const ESCAPE = '\u001b';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const LINE = { context: 'Gateway', msg: 'listening' };

/** The lines that a log writes to such an output. */
async function written(output: Omit<LogOutput, 'fd'>, entry: object = LINE): Promise<string> {
  const file = join(folder, 'log');
  const fd = openSync(file, 'w');
  pino({ base: undefined }, await logDestination('auto', { fd, ...output })).info(entry);
  closeSync(fd);
  return readFileSync(file, 'utf8');
}

describe('the log', () => {
  it('is colored on a terminal with colors', async () => {
    expect(await written({ isTTY: true, hasColors: () => true })).toContain(ESCAPE);
  });

  it('is plain text on a terminal without colors', async () => {
    const text = await written({ isTTY: true, hasColors: () => false });
    expect(text).toContain('listening');
    expect(text).not.toContain(ESCAPE);
    expect(text).not.toContain('{');
  });

  it('is JSON elsewhere', async () => {
    expect(JSON.parse(await written({}))).toMatchObject({ context: 'Gateway', msg: 'listening' });
  });

  const request = {
    context: 'Http',
    reqId: 'r-1',
    method: 'GET',
    path: '/admin/v1/status',
    client: '127.0.0.1',
    status: 200,
    responseTime: 12,
    msg: 'request completed',
  };
  const plain = { isTTY: true, hasColors: () => false };
  const TIME = String.raw`^\[\d\d:\d\d:\d\d\] INFO: `;

  it.each([
    [{}, /\[Http\] GET \/admin\/v1\/status: 200 in 12 ms, for 127\.0\.0\.1\n$/],
    [{ status: 500 }, /.*: 500 in 12 ms, for 127\.0\.0\.1, request r-1\n$/],
    [{ msg: 'request aborted' }, /.*: 200 in 12 ms, for 127\.0\.0\.1, aborted by the client\n$/],
  ])('is one line for each request on a terminal: %j', async (change, line) => {
    const text = await written(plain, { ...request, ...change });
    expect(text).toMatch(new RegExp(TIME + line.source));
    expect(text.split('\n')).toHaveLength(2);
  });

  it('has every field of a request in JSON', async () => {
    expect(JSON.parse(await written({}, request))).toMatchObject(request);
  });
});
