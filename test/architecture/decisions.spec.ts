import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/adr');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** A decision's file: `NNNN-title.md`, in force or in the archive. */
const decisions = ['', 'archive/'].flatMap((folder) =>
  readdirSync(join(FOLDER, folder))
    .filter((name) => /^\d{4}-/.test(name))
    .map((name) => ({ name: `${folder}${name}`, text: read(`${folder}${name}`) })),
);
const index = read('README.md');
const entries = [...index.matchAll(/^- \[(.+?)\]\((.+?)\)(?: — in part superseded by (.+))?$/gm)].map(
  ([, title = '', name = '', later = '']) => ({ title, name, later: later.match(/\d{4}-[\w-]+\.md/g) ?? [] }),
);

describe('the index of decisions', () => {
  it('lists each decision once, by its title', () => {
    const listed = entries.map(({ title, name }) => `${name}: # ${title}`).sort();
    expect(listed).toEqual(decisions.map(({ name, text }) => `${name}: ${text.split('\n')[0]}`).sort());
  });

  it('names as successors only decisions that the status of the page names', () => {
    const unnamed = entries.flatMap(({ name, later }) =>
      later
        .filter((each) => !new RegExp(`[(/]${each}\\)`).test(status(name)))
        .map((each) => `${name}: ${each}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('names a successor for each page whose status says superseded', () => {
    const unmarked = entries.filter(
      ({ name, later }) => status(name).includes('superseded by') && !later.length,
    );
    expect(unmarked).toEqual([]);
  });
});

it('each number is that of one decision', () => {
  const numbers = decisions.map(({ name }) => basename(name).slice(0, 4));
  expect(numbers.filter((each, index) => numbers.indexOf(each) < index)).toEqual([]);
});

it.each(decisions)('$name has a number, a title, a state and a date', ({ name, text }) => {
  expect(text).toMatch(
    new RegExp(`^# ${basename(name).slice(0, 4)}\\. \\S.*\n\nStatus: accepted, \\d{4}-\\d\\d-\\d\\d`),
  );
});

/** The paragraph that says since when, and how far, a decision is in force. */
function status(name: string): string {
  return read(name).split('\n\n')[1] ?? '';
}
