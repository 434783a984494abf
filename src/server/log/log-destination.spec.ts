import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { logDestination, type LogOutput } from './log-destination.js';

const ESCAPE = '\u001b';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** What a log writes to such an output. */
async function written(output: Omit<LogOutput, 'fd'>): Promise<string> {
  const file = join(folder, 'log');
  const fd = openSync(file, 'w');
  pino(await logDestination('auto', { fd, ...output })).info({ context: 'Gateway' }, 'listening');
  closeSync(fd);
  return readFileSync(file, 'utf8');
}

describe('the log', () => {
  it('is colored on a terminal that wants colors', async () => {
    expect(await written({ isTTY: true, hasColors: () => true })).toContain(ESCAPE);
  });

  it('is readable and plain on a terminal that wants none', async () => {
    const text = await written({ isTTY: true, hasColors: () => false });
    expect(text).toContain('listening');
    expect(text).not.toContain(ESCAPE);
    expect(text).not.toContain('{');
  });

  it('is JSON elsewhere', async () => {
    expect(JSON.parse(await written({}))).toMatchObject({ context: 'Gateway', msg: 'listening' });
  });
});
