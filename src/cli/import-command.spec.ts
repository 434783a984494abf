import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Shell } from '../../test/support/cli-world.js';

describe('import openclaw', () => {
  const shell = new Shell();
  const folder = () => join(shell.stateDir, 'peer');
  beforeEach(() => {
    shell.reset();
    mkdirSync(folder(), { recursive: true });
  });
  afterAll(() => shell.remove());
  const peer = (config: object) => writeFileSync(join(folder(), 'openclaw.json'), JSON.stringify(config));

  it('prints a line for each key by outcome, then the next steps', async () => {
    peer({
      messages: { responsePrefix: '[M]' },
      session: { dmScope: 'per-peer' },
      commands: { ownerAllowFrom: ['+12025550123', '+12025550124'] },
      somethingNew: 1,
      channels: { imessage: {} },
    });
    const { code, stdout } = await shell.run('import', 'openclaw', folder(), '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^OpenClaw in .*\/peer: .*openclaw\.json\n\nImported \(1 key\):\nKEY +SETTING\n/);
    expect(stdout).toMatch(
      /Imported with a different meaning \(1 key\):\n.*\nsession\.dmScope +session\.dmScope +each sender/,
    );
    expect(stdout).toMatch(/Not imported \(1 key\):\n.*\ncommands\.ownerAllowFrom\[\] +commands/);
    expect(stdout).toMatch(/Unknown \(1 key\):\n.*\nsomethingNew/);
    expect(stdout).toMatch(/For you to decide \(1 key\):\n.*\nchannels\.imessage/);
    expect(stdout).toContain('Never imported: 0 open requests, 0 transcripts, 0 queued messages.');
    expect(stdout).toMatch(
      /Next steps:\n(?: {2}- .*\n)+\nNothing was written: run without --dry-run to import this\.\n$/,
    );
  });

  it('gives programs the same as JSON', async () => {
    peer({ messages: { responsePrefix: '[M]' } });
    const { stdout } = await shell.run('import', 'openclaw', folder(), '--json', '--dry-run');
    expect(JSON.parse(stdout)).toMatchObject({
      dry_run: true,
      layout: 'json',
      keys: [{ outcome: 'taken' }],
    });
  });

  it('names the fault of a folder that is none', async () => {
    const none = await shell.run('import', 'openclaw', folder());
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not an OpenClaw state directory'),
    });
    const missing = await shell.run('import', 'openclaw', join(folder(), 'missing'));
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a readable folder'),
    });
  });
});

describe('import hermes', () => {
  const shell = new Shell();
  afterAll(() => shell.remove());

  it('prints a line for each key and variable, what stays behind, and the next steps', async () => {
    const home = join(shell.stateDir, 'home');
    mkdirSync(join(home, 'cron'), { recursive: true });
    writeFileSync(join(home, 'config.yaml'), 'model: x\nsomethingNew: 1\n');
    writeFileSync(join(home, '.env'), 'TELEGRAM_BOT_TOKEN=the-token\n');
    writeFileSync(join(home, 'cron/jobs.json'), '{"jobs":[{"name":"News"}]}');
    const { code, stdout } = await shell.run('import', 'hermes', home, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Hermes in .*\/home: .*config\.yaml\n/);
    expect(stdout).toMatch(
      /Not imported \(1 key\):\n.*\nenv_file\.TELEGRAM_BOT_TOKEN +channel not supported/,
    );
    expect(stdout).toMatch(/Unknown \(1 key\):\n.*\nsomethingNew/);
    expect(stdout).toContain(
      'Never imported: 0 open requests, 0 transcripts, 1 scheduled task, 0 memory files, 0 skills.',
    );
    expect(stdout).toMatch(/Next steps:\n(?: {2}- .*\n)+\nNothing was written/);
    expect(stdout).not.toContain('the-token');
  });

  it('names the fault of a folder that is none', async () => {
    const none = await shell.run('import', 'hermes', shell.stateDir);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a home of Hermes') });
  });
});
