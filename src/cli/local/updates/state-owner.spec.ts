import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, spawnSync } from '../../../../test/support/programs.js';
import { InstalledProgram } from './installed-program.js';
import { makeBackupFolder, ownerFor } from './state-owner.js';

const OTHER = 65_534;

/** What root can do only where it is not confined: mount in a namespace of its own. */
const isRoot = process.getuid?.() === 0;
const canMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

let folder: string;
let stateDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-owner-'));
  chmodSync(folder, 0o755);
  stateDir = join(folder, 'state');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A release whose program tells who runs it, and writes into the state directory. */
const program = () => {
  const file = join(folder, '1.0.0/bin/gatehouse');
  mkdirSync(join(folder, '1.0.0/bin'), { recursive: true });
  writeFileSync(
    file,
    '#!/bin/sh\necho "$(id -u) $(id -g) $(id -G) $HOME $OF_SERVICE $*" | tee "$GATEHOUSE_STATE_DIR/written"\n',
  );
  chmodSync(file, 0o755);
  const env = environment({ GATEHOUSE_STATE_DIR: stateDir, OF_SERVICE: 'a b' });
  return new InstalledProgram(folder, env, ownerFor(stateDir, 0));
};
const give = (path: string) => chownSync(path, OTHER, OTHER);

it('programs run as this process, unless it is root and the state directory is of another user', () => {
  mkdirSync(stateDir);
  expect([ownerFor(stateDir, 1000), ownerFor(join(folder, 'none'), 0)]).toEqual([undefined, undefined]);
});

// Only root can give a folder to another user; `.ci/run` is root in a container.
(isRoot ? describe : describe.skip)('where root updates the gateway of another user', () => {
  it('programs run as root while the state directory is its own', () => {
    mkdirSync(stateDir);
    expect(ownerFor(stateDir, 0)).toBeUndefined();
    give(stateDir);
    expect(ownerFor(stateDir, 0)).toMatchObject({ uid: OTHER, gid: OTHER });
  });

  (canMount ? it : it.skip)(
    'the programs run as that user also below a folder that only root may enter',
    async () => {
      const inside = join(folder, 'private/state');
      for (const each of [join(folder, 'private'), inside]) mkdirSync(each, { mode: 0o700 });
      give(inside);
      symlinkSync('private/state', stateDir);
      const answer = await program().gatehouse('1.0.0', 'config', 'validate');
      expect(answer).toBe(`${OTHER} ${OTHER} ${OTHER} ${stateDir} a b config validate\n`);
      expect(readFileSync(join(inside, 'written'), 'utf8')).toBe(answer);
      expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
    },
  );

  it('the folder for backups is made for that user, only where no one else could have put something', () => {
    mkdirSync(stateDir);
    give(stateDir);
    const make = () => makeBackupFolder(ownerFor(stateDir, 0)!);
    chmodSync(folder, 0o777);
    make();
    expect(existsSync(`${stateDir}-backups`)).toBe(false);
    chmodSync(folder, 0o755);
    make();
    const { uid, gid, mode } = statSync(`${stateDir}-backups`);
    expect([uid, gid, mode & 0o777]).toEqual([OTHER, OTHER, 0o700]);
    chownSync(`${stateDir}-backups`, 0, 0);
    make();
    expect(statSync(`${stateDir}-backups`).uid).toBe(0);
  });
});
