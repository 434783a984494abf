import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Shell, ScriptedPrompter } from '../../test/support/cli-world.js';

describe('gatehouse help', () => {
  let shell: Shell;
  beforeEach(() => {
    shell = new Shell();
  });
  afterEach(() => shell.remove());

  it('lists the commands, then the topics with their titles', async () => {
    const { code, stdout } = await shell.run('help');
    expect(code).toBe(0);
    expect(stdout.indexOf('Operate:')).toBeLessThan(stdout.indexOf('\nTopics, shown by'));
    expect(stdout).toMatch(/^operations\/backup +Backup and restore$/m);
    expect(stdout).toMatch(/^guide\/models\/openai +OpenAI \(openai\)$/m);
  });

  it.each([
    [
      ['help', 'status'],
      ['status', '--help'],
    ],
    [
      ['help', 'channels', 'add'],
      ['channels', 'add', '--help'],
    ],
  ])('shows for %j the help of the command', async (asked, same) => {
    const [help, { stdout }] = [await shell.run(...asked), await shell.run(...same)];
    expect(help.stdout.startsWith(stdout.trimEnd())).toBe(true);
  });

  it('names the page that has the name of a command', async () => {
    const { stdout } = await shell.run('help', 'backup');
    expect(stdout).toMatch(/^Usage: gatehouse backup/);
    expect(stdout).toContain('\nGuide: gatehouse help operations/backup\n');
  });

  it.each([['operations/upgrade'], ['upgrade']])('shows the page %s', async (name) => {
    const { code, stdout } = await shell.run('help', name);
    expect([code, stdout.split('\n')[0]]).toEqual([0, '# Upgrade and rollback']);
  });

  it('names the command line as it was called, in links too', async () => {
    shell.calledAs = 'node dist/cli.js';
    const { stdout } = await shell.run('help', 'operations/upgrade');
    expect(stdout).toContain('node dist/cli.js help ');
    expect(stdout).not.toMatch(/(?:^|\s)gatehouse [a-z]/);
  });

  it('mentions the other page of the same name', async () => {
    const { stdout } = await shell.run('help', 'imbridge');
    expect(stdout).toMatch(/^# Connecting iMessage/);
    expect(stdout).toMatch(/\nSee also: gatehouse help reference\/imbridge\n$/);
  });

  it.each([
    ['bakcup', 'operations/backup'],
    ['teams', 'guide/workchat'],
    ['guide/tool', 'guide/tools'],
  ])('answers the unknown %s with the nearest names', async (name, near) => {
    const { code, stdout, stderr } = await shell.run('help', name);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`no command or topic is named "${name}". Nearest: gatehouse help ${near}`);
  });

  it('answers a word that is near nothing with the way to the list', async () => {
    const { code, stderr } = await shell.run('help', 'xyzzy');
    expect([code, stderr]).toEqual([
      2,
      'gatehouse: no command or topic is named "xyzzy". `gatehouse help` lists all\n',
    ]);
  });

  describe('at a terminal with a pager', () => {
    const paged = () => join(shell.stateDir, 'paged');
    beforeEach(() => {
      shell.prompter = new ScriptedPrompter([]);
      shell.columns = 80;
      shell.rows = 24;
    });

    it('shows a page that is longer than the screen in it', async () => {
      shell.env = { ...shell.env, PAGER: `cat > ${paged()}` };
      expect((await shell.run('help', 'operations/backup')).stdout).toBe('');
      expect(readFileSync(paged(), 'utf8')).toMatch(/^# Backup and restore\n/);
    });

    it('prints a page that fits the screen', async () => {
      shell.env = { ...shell.env, PAGER: `cat > ${paged()}` };
      shell.rows = 5_000;
      expect((await shell.run('help', 'operations/backup')).stdout).toMatch(/^# Backup and restore\n/);
      expect(existsSync(paged())).toBe(false);
    });

    it('prints the page when the pager does not exist', async () => {
      shell.env = { ...shell.env, PAGER: 'no-such-pager 2>/dev/null' };
      expect((await shell.run('help', 'operations/backup')).stdout).toMatch(/^# Backup and restore\n/);
    });
  });
});
