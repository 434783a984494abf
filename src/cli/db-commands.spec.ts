import { join } from 'node:path';
import { existsSync, statSync } from 'node:fs';
import { Shell } from '../../test/support/cli-world.js';
import { latestMigration } from '../persistence/migrations/index.js';

let shell: Shell;
beforeEach(() => {
  shell = new Shell();
});
afterEach(() => {
  shell.remove();
});

describe('gatehouse db', () => {
  it('migrate applies each migration once', async () => {
    const first = await shell.run('db', 'migrate');
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringContaining('applied 0035-answers-of-operators\n'),
    ]);
    const { code, stdout } = await shell.run('db', 'migrate', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ applied: [] })]);
  });

  it('migrate --to goes back to the schema of an earlier release, and a later migration comes forth again', async () => {
    await shell.run('db', 'migrate');
    const back = () => shell.run('db', 'migrate', '--to', '0035-answers-of-operators', '--json');
    expect(JSON.parse((await back()).stdout)).toEqual({
      dialect: 'sqlite',
      undone: [latestMigration()],
      migration: '0035-answers-of-operators',
    });
    expect(JSON.parse((await back()).stdout)).toMatchObject({ undone: [] });
    const { stdout } = await shell.run('db', 'migrate', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ applied: [latestMigration()] });
    expect(await shell.run('db', 'migrate', '--to', '0001-none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--to: 0001-none is not a migration of this release'),
    });
  });

  it('check fails before the first migration, and finds no problem after it', async () => {
    expect(await shell.run('db', 'check')).toMatchObject({ code: 1, stdout: '' });
    await shell.run('db', 'migrate');
    const { code, stdout } = await shell.run('db', 'check', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { dialect: 'sqlite', problems: [] }]);
  });

  it('export writes a file that import reads', async () => {
    const file = join(shell.stateDir, 'export.gz');
    await shell.run('db', 'migrate');
    const out = await shell.run('db', 'export', file);
    expect(out).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Exported 0 rows') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await shell.run('db', 'export', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force'),
    });
    const json = await shell.run('db', 'export', file, '--force', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ file, rows: 0, tables: { transcript: 0 } });
    expect(await shell.run('db', 'import', file)).toMatchObject({ code: 0, stderr: '' });
  });

  it('leaves no file of an interrupted export, and reports the interruption with 130', async () => {
    await shell.run('db', 'migrate');
    const file = join(shell.stateDir, 'export.gz');
    shell.interruption.abort();
    expect(await shell.run('db', 'export', file, '--json')).toEqual({
      code: 130,
      stdout: '',
      stderr: expect.stringContaining('interrupted: nothing was changed, and no partial data is left'),
    });
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    [1, ['export', 'x.gz']],
    [1, ['import', 'no-such-file.gz']],
    [2, ['export']],
    [2, ['import']],
    [2, ['copy']],
    [2, []],
  ])('exits with %i for %j', async (code, args) => {
    const result = await shell.run('db', ...args);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).not.toBe('');
  });

  it('uses no other database when DATABASE_URL is wrong, and does not print it', async () => {
    shell.env.DATABASE_URL = 'mysql://hunter22';
    const { code, stderr } = await shell.run('db', 'migrate');
    expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL: ')]);
    expect(stderr).not.toContain('hunter22');
  });
});
