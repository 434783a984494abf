import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Shell } from '../../test/support/cli-world.js';
import { spawnSync } from '../../test/support/programs.js';
import { ArchiveReader } from '../backup/archive/archive-reader.js';
import { ArchiveWriter } from '../backup/archive/archive-writer.js';

let shell: Shell;
let folder: string;
let file: string;
beforeEach(async () => {
  shell = new Shell();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-backups-'));
  file = join(folder, 'a.backup');
  await shell.run('db', 'migrate');
});
afterEach(() => {
  shell.remove();
  rmSync(folder, { recursive: true });
});

/** The same backup with another list of contents. */
async function rewritten(from: string, to: string, change: (contents: object) => object): Promise<void> {
  const reader = await ArchiveReader.open(from);
  const writer = await ArchiveWriter.create(to, reader.about, undefined);
  const contents = await reader.readAll(async (path, chunks) => {
    await writer.add(path, chunks);
  });
  await writer.finish(change(contents));
  await Promise.all([reader.close(), writer.close()]);
}

const configure = (config: object) =>
  writeFileSync(join(shell.stateDir, 'gatehouse.json'), JSON.stringify(config));

describe('gatehouse backup', () => {
  it('create, verify and restore one file, and list its contents and omissions', async () => {
    configure({ gateway: { port: 3001 } });
    writeFileSync(join(shell.stateDir, 'admin-token'), 'secret');
    shell.env.GATEHOUSE__GATEWAY__HOST = '127.0.0.1';
    const made = await shell.run('backup', 'create', file);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain('verified by a test restore');
    expect(made.stdout).toContain('0 rows; 0 message files; gatehouse.json, admin-token.');
    expect(made.stdout).toContain('not encrypted');
    expect(made.stdout).toContain('Not included: the environment variables GATEHOUSE__GATEWAY__HOST');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const verified = await shell.run('backup', 'verify', file, '--json');
    expect([verified.code, JSON.parse(verified.stdout)]).toEqual([
      0,
      expect.objectContaining({
        encrypted: false,
        files: ['gatehouse.json', 'admin-token'],
        not_contained: { files: [], variables: ['GATEHOUSE__GATEWAY__HOST'] },
      }),
    ]);
    shell.env.GATEHOUSE_STATE_DIR = join(folder, 'new');
    const restored = await shell.run('backup', 'restore', file);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain(`Restored ${join(folder, 'new')}`);
    expect(restored.stdout).toContain(`need GATEHOUSE_STATE_DIR: ${join(folder, 'new')}`);
    expect(restored.stdout).toContain('Once the old gateway is stopped permanently: gatehouse start');
    expect(existsSync(join(folder, 'new', 'admin-token'))).toBe(true);
    expect(await shell.run('backup', 'restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty (admin-token, gatehouse.db'),
    });
  });

  it('prints the words of a hostile backup printable, and as one word of a shell', async () => {
    await shell.run('backup', 'create', file);
    const source = `$(touch ran)'; reboot #`;
    const evil = `\u001b]0;x\u0007\u202e\n`;
    const hostile = join(folder, 'hostile');
    await rewritten(file, hostile, (contents) => ({
      ...contents,
      plugins: [{ name: 'n', version: `1${evil}`, source: source + evil }],
      variables: [`V${evil}`],
      outside: [{ setting: `s${evil}`, path: `/p${evil}` }],
    }));
    shell.env.GATEHOUSE_STATE_DIR = join(folder, 'new');
    const { code, stdout, stderr } = await shell.run('backup', 'restore', hostile);
    expect([code, stderr]).toEqual([0, '']);
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const [, word = ''] = /Then: gatehouse plugins install (.*) \(it had/.exec(stdout)!;
    const ran = spawnSync('bash', ['-c', `printf '%s' ${word}`], { cwd: folder, encoding: 'utf8' });
    expect([ran.stdout, existsSync(join(folder, 'ran'))]).toEqual([
      source + '\ufffd'.repeat(1) + ']0;x\ufffd\ufffd\ufffd',
      false,
    ]);
  });

  it('create takes folder and passphrase of the configuration, and a name with the time', async () => {
    configure({ backup: { folder: join(folder, 'daily'), passphrase: 'correct horse' } });
    expect(await shell.run('backup', 'create')).toMatchObject({ code: 0, stderr: '' });
    const [name, ...others] = readdirSync(join(folder, 'daily'));
    expect([name, others]).toEqual([
      expect.stringMatching(/^gatehouse-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/),
      [],
    ]);
    const path = join(folder, 'daily', name!);
    expect(await shell.run('backup', 'verify', path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is encrypted'),
    });
    writeFileSync(join(folder, 'right'), 'correct horse\n');
    writeFileSync(join(folder, 'wrong'), 'battery staple\n');
    const verify = (passphrase: string) =>
      shell.run('backup', 'verify', path, '--passphrase-file', join(folder, passphrase));
    expect(await verify('right')).toMatchObject({ code: 0, stderr: '' });
    expect(await verify('wrong')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the passphrase does not match'),
    });
    expect(await verify('none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--passphrase-file: '),
    });
  });

  it('create without a name or a folder writes next to the state directory, not where it was called', async () => {
    expect(await shell.run('backup', 'create')).toMatchObject({ code: 0, stderr: '' });
    const beside = `${shell.stateDir}-backups`;
    const made = readdirSync(beside);
    rmSync(beside, { recursive: true });
    expect(made).toEqual([expect.stringMatching(/^gatehouse-.*Z\.backup$/)]);
  });

  it('create says what to do if its folder cannot be made', async () => {
    writeFileSync(file, '');
    configure({ backup: { folder: join(file, 'daily') } });
    expect(await shell.run('backup', 'create')).toMatchObject({
      code: 1,
      stderr: `gatehouse: ${file}/daily cannot be created (ENOTDIR). Set backup.folder, or pass a file name.\n`,
    });
  });

  it('create never leaves out a passphrase because the configuration is invalid', async () => {
    configure({ backup: { passphrase: 'correct horse', keep: 'many' } });
    expect(await shell.run('backup', 'create', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('may contain the passphrase'),
    });
    expect(existsSync(file)).toBe(false);
    configure({ gateway: { port: 'many' } });
    expect(await shell.run('backup', 'create', file)).toMatchObject({ code: 0, stderr: '' });
  });

  it('create leaves no file when it is interrupted, and reports the interruption with 130', async () => {
    shell.interruption.abort();
    expect(await shell.run('backup', 'create', file, '--json')).toEqual({
      code: 130,
      stdout: '',
      stderr: expect.stringContaining('interrupted: nothing was changed, and no partial data is left'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [1, ['create', '/nowhere/a.backup']],
    [1, ['verify', '/nowhere/a.backup']],
    [1, ['restore', '/nowhere/a.backup']],
    [2, ['verify']],
    [2, ['restore']],
    [2, ['copy']],
    [2, []],
  ])('exits with %i for %j', async (code, args) => {
    const result = await shell.run('backup', ...args);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).not.toBe('');
  });
});
