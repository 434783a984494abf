import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const TOPS = ['src', 'console'];

/** A reader takes in a folder at a glance. Specs do not count: each stands beside its file. */
const MOST_ENTRIES = 14;

/** Lists, whose entries are read one at a time. */
const LONGER = ['src/persistence/migrations'];

const folders = TOPS.flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name)),
);

const entriesOf = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith('.spec.ts'));

describe('the folders of the modules', () => {
  it(`have at most ${MOST_ENTRIES} entries`, () => {
    const crowded = folders.filter((folder) => entriesOf(folder).length > MOST_ENTRIES);
    expect(crowded.map((folder) => relative(ROOT, folder)).toSorted()).toEqual(LONGER.toSorted());
  });
});
