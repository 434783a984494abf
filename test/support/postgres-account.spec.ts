import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInitdb } from './postgres-account.js';

describe('the initdb of the tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-initdb-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const script = (name: string, ...lines: string[]) => {
    const file = join(folder, name);
    writeFileSync(file, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 });
    return file;
  };
  const failing = () => script('initdb', 'echo "could not create $1: No space left on device" >&2', 'exit 3');

  it('has its message quoted when it fails', async () => {
    await expect(runInitdb(failing(), ['data'], {})).rejects.toThrow(
      /^initdb ended with 3: could not create data: No space left on device$/,
    );
  });

  it('is run by the lender of a user name', async () => {
    const lender = script('lender', 'test "$*" = "--as nobody initdb data"');
    const run = (args: string[]) => runInitdb('initdb', args, { nameLender: [lender, '--as', 'nobody'] });
    await run(['data']);
    await expect(run(['other'])).rejects.toThrow('lender ended with 1');
  });

  it('names the remedy when an account has no name and no lender', async () => {
    const account = { nameLender: [join(folder, 'missing')] };
    await expect(runInitdb('initdb', [], account)).rejects.toThrow(
      /^missing ended with Error: spawn .* ENOENT: \ninitdb needs an account with a name: add one/,
    );
  });
});
