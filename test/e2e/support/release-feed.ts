import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execFile } from '../../support/programs.js';
import { programFile } from './program.js';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const SECOND = '9000-of-a-test';

/** How a release differs from the built program. */
interface Difference {
  /** Has a migration that the built program does not have. */
  readonly isMigrated?: boolean;
  /** Its gateway ends at once. */
  readonly isBroken?: boolean;
}

/** A folder as `npm run release` writes it, with releases that are the built program under other versions. */
export class ReleaseFeed {
  private readonly releases: object[] = [];

  constructor(
    readonly folder: string,
    private readonly migration: string,
  ) {
    mkdirSync(folder);
    copyFileSync(join(DEPLOY, 'install.sh'), join(folder, 'install.sh'));
  }

  async publish(version: string, { isMigrated = false, isBroken = false }: Difference = {}): Promise<void> {
    const name = `gatehouse-${version}`;
    const at = (path: string) => join(this.folder, name, path);
    for (const each of ['bin', 'node/bin', 'app']) mkdirSync(at(each), { recursive: true });
    cpSync(programFile(''), at('app/dist'), { recursive: true });
    symlinkSync(process.execPath, at('node/bin/node'));
    cpSync(join(DEPLOY, 'launcher/gatehouse'), at('bin/gatehouse'));
    copyFileSync(join(DEPLOY, 'install.sh'), at('install.sh'));
    edit(at('app/dist/package.json'), (text) =>
      text.replace(/"version": *"[^"]*"/, `"version": "${version}"`),
    );
    if (isMigrated) addMigration(at('app/dist/chunks'), this.migration);
    if (isBroken) writeFileSync(at('app/dist/main.js'), 'process.exit(1);\n');
    const migration = isMigrated ? SECOND : this.migration;
    const platform = `${process.platform}-${process.arch}`;
    writeFileSync(at('release.json'), JSON.stringify({ version, migration }));
    const archive = `${name}-${platform}.tar.gz`;
    await execFile('tar', ['-czf', archive, name], { cwd: this.folder });
    rmSync(join(this.folder, name), { recursive: true });
    const sum = createHash('sha256')
      .update(readFileSync(join(this.folder, archive)))
      .digest('hex');
    writeFileSync(join(this.folder, 'SHA256SUMS'), `${sum}  ${archive}\n`, { flag: 'a' });
    this.releases.push({ version, date: '2026-12-01', security: false, notes: '', migration });
    writeFileSync(join(this.folder, 'releases.json'), JSON.stringify({ releases: this.releases }));
  }
}

/** Puts one more migration into the built program. */
function addMigration(chunks: string, after: string): void {
  const file = readdirSync(chunks).find((name) => /^migrations-.*\.js$/.test(name));
  if (file === undefined || !existsSync(join(chunks, file))) throw new Error('the build has no migrations');
  const added = `"${SECOND}": {
    up: (db) => db.schema.createTable("of_a_test").addColumn("id", "text").execute(),
    down: (db) => db.schema.dropTable("of_a_test").execute() },`;
  edit(join(chunks, file), (text) => text.replace(`"${after}":`, `${added}\n"${after}":`));
}

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`nothing was changed in ${file}`);
  writeFileSync(file, after);
}
