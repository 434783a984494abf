import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from '../support/programs.js';

const ROOT = join(import.meta.dirname, '../..');
const CONTRACT = 'admin.v1.json';

interface Document {
  readonly info: { readonly version: string };
  readonly paths: object;
}

/** A copy of the committed contracts, and the check on it. */
class Contracts {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-contracts-'));

  constructor() {
    cpSync(join(ROOT, 'openapi'), this.folder, { recursive: true });
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Another path, under this version. */
  change(version: (now: string) => string = (now) => now): void {
    const { info, paths, ...rest } = JSON.parse(this.read(CONTRACT)) as Document;
    const changed = {
      ...rest,
      info: { ...info, version: version(info.version) },
      paths: { ...paths, '/x': {} },
    };
    writeFileSync(join(this.folder, CONTRACT), JSON.stringify(changed));
  }

  check(): { readonly status: number | null; readonly stderr: string } {
    return spawnSync(process.execPath, ['scripts/contract-versions.mjs', this.folder], {
      cwd: ROOT,
      encoding: 'utf8',
    });
  }
}

describe('the version of a contract', () => {
  let sut: Contracts;
  beforeEach(() => {
    sut = new Contracts();
  });
  afterEach(() => rmSync(sut.folder, { recursive: true }));

  it('is accepted for the committed contract', () => {
    const before = sut.read('versions.json');
    expect(sut.check()).toMatchObject({ status: 0, stderr: '' });
    expect(sut.read('versions.json')).toBe(before);
  });

  it('is refused when the contract has changed without it', () => {
    sut.change();
    const { status, stderr } = sut.check();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^openapi\/admin\.v1\.json has changed, but not its version 1\.\d+\.\d+: raise it in /,
    );
  });

  it('is recorded when it is raised, and cannot go back', () => {
    sut.change((now) => now.replace(/\d+$/, '99'));
    expect(sut.check().status).toBe(0);
    sut.change((now) => now.replace(/99$/, '98'));
    expect(sut.check()).toMatchObject({ status: 1, stderr: expect.stringContaining('.99 already') });
  });

  it('is refused when its major number differs from the path', () => {
    sut.change(() => '2.0.0');
    expect(sut.check()).toMatchObject({ status: 1, stderr: expect.stringContaining('must be 1.x') });
  });
});
