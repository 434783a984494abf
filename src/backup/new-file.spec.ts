import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveName } from './new-file.js';

describe('giveName', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-new-file-'));
    writeFileSync(join(folder, 'partial'), 'ours');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const given = () => giveName(join(folder, 'partial'), join(folder, 'a.backup'));
  const contents = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

  it('gives a written file its name', async () => {
    await given();
    expect(contents()).toEqual({ 'a.backup': 'ours' });
  });

  it('replaces no file that has the name meanwhile', async () => {
    writeFileSync(join(folder, 'a.backup'), 'mine');
    await expect(given()).rejects.toThrow('already exists');
    expect(contents()).toEqual({ partial: 'ours', 'a.backup': 'mine' });
  });
});
