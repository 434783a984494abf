import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf } from '../support/documented-blocks.js';
import { FakeSystemctl } from '../support/fake-systemctl.js';
import type { Terminal } from '../support/terminal.js';
import { Laptop } from './support/laptop.js';
import { programFile } from './support/program.js';

describe('the commands about a host', () => {
  let laptop: Laptop;
  let systemctl: FakeSystemctl;
  let terminal: Terminal;
  beforeAll(async () => {
    laptop = await Laptop.open();
    const folder = join(laptop.home, 'bin');
    mkdirSync(folder);
    systemctl = new FakeSystemctl(folder);
    terminal = laptop.terminal();
    await terminal.run(`export PATH=${folder}:$PATH`);
  });
  afterAll(() => laptop.close());

  it('of operations/service.md install the service, show it, and take it away', async () => {
    const [install = '', uninstall = '', ...others] = commandsOf('operations/service.md');
    const unit = join(laptop.home, '.config/systemd/user/gatehouse.service');
    const told = await terminal.run(install);
    expect(told).toContain(`${unit}: written. The service is enabled, and was started.`);
    expect(told).toMatch(/Service +enabled, active \(running\)/);
    expect(systemctl.changes()).toEqual([
      '--user --no-ask-password daemon-reload',
      '--user --no-ask-password enable gatehouse.service',
      '--user --no-ask-password start gatehouse.service',
    ]);
    const [, node = '', program = ''] = /^ExecStart=(\S+) .* (\S+)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
    expect([node, existsSync(program)]).toEqual([process.execPath, true]);
    expect(await terminal.run(uninstall)).toContain(`Stopped and removed: ${unit}.`);
    expect([existsSync(unit), systemctl.changes()[0]]).toEqual([
      false,
      '--user --no-ask-password disable --now gatehouse.service',
    ]);
    expect(others).toEqual([]);
  });

  it('of operations/service.md print a unit without systemd, and change nothing', async () => {
    systemctl.manager('offline');
    expect(await terminal.run('gatehouse service install --print')).toContain('WantedBy=multi-user.target');
    expect(systemctl.changes()).toEqual([]);
  });

  it('of operations/upgrade.md compare this release with the feed of its own build', async () => {
    const [check = '', ...others] = commandsOf('operations/upgrade.md');
    copyFileSync(programFile('releases.json'), join(laptop.home, 'releases.json'));
    expect(await terminal.run(check)).toContain('is the newest release in this feed.');
    expect(others).toEqual([]);
  });
});
