import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Staging } from './staging.js';

describe('Staging', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'gatehouse-staging-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  it('takes the files that have their place back when a later one cannot be moved', async () => {
    const stateDir = join(root, 'state');
    mkdirSync(stateDir);
    const sut = await Staging.beside(stateDir);
    for (const name of ['compile-cache', 'lost+found']) {
      mkdirSync(join(sut.folder, name));
      writeFileSync(join(sut.folder, name, 'restored'), 'x');
    }
    // Of the two names that may be there already, the one that is moved last.
    const [, last] = readdirSync(sut.folder);
    const inTheWay = join(stateDir, last!);
    mkdirSync(inTheWay);
    writeFileSync(join(inTheWay, 'old'), 'x');
    await expect(sut.place()).rejects.toThrow('ENOTEMPTY');
    await sut.discard();
    expect([readdirSync(stateDir), readdirSync(inTheWay)]).toEqual([[last], ['old']]);
  });
});
