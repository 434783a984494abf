import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkConfig } from '../../load/load-config.js';
import { ConfigInvalidError } from '../../tree/problem.js';
import { BACKUP, backupsAreElsewhere } from './backup.config.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-backup-config-')));
const stateDir = join(base, 'state');
mkdirSync(stateDir);
mkdirSync(join(base, 'elsewhere'));
symlinkSync(stateDir, join(base, 'link'));
afterAll(() => rmSync(base, { recursive: true }));

/** The problems of the section, from its own checks and the rule. */
function problemsOf(backup: object): readonly (readonly [string, string])[] {
  try {
    const config = checkConfig(
      [BACKUP],
      { backup },
      { stateDir, configFile: join(stateDir, 'gatehouse.json') },
    );
    return backupsAreElsewhere(config).map(({ path, message }) => [path, message]);
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    return error.problems.map(({ path, message }) => [path, message]);
  }
}

const INSIDE = [['backup.folder', 'must be outside the state directory']];

it.each([
  [{}, []],
  [{ folder: join(base, 'elsewhere'), everyHours: 24 }, []],
  [{ folder: base }, []],
  [{ folder: join(base, 'state-too') }, []],
  [{ folder: join(base, '..data') }, []],
  [{ folder: stateDir }, INSIDE],
  [{ folder: join(stateDir, 'backups', 'new') }, INSIDE],
  [{ folder: join(base, 'link', 'backups') }, INSIDE],
  [{ everyHours: 24 }, [['backup.folder', 'must be set if everyHours is set']]],
  [{ folder: 'backups' }, [['backup.folder', 'must be an absolute path without ..']]],
  [{ folder: '/a/../b' }, [['backup.folder', 'must be an absolute path without ..']]],
  [{ everyHours: 0, folder: '/b' }, [['backup.everyHours', expect.any(String)]]],
  [{ keep: 0 }, [['backup.keep', expect.any(String)]]],
  [{ passphrase: '' }, [['backup.passphrase', 'must not be empty']]],
])('the problems of %j', (backup, expected) => {
  expect(problemsOf(backup)).toEqual(expected);
});
