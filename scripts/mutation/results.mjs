import { readFileSync } from 'node:fs';
import { isDrawn } from './sample.mjs';

const EQUIVALENT = JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'));

/** What became of the mutants of one path, from Stryker's incremental file. */
export class Results {
  /** Of `equivalent.json`: what no test can see, with the reasons. */
  equivalent = [];
  #mutants;

  constructor(file, path) {
    const { files } = JSON.parse(readFileSync(file, 'utf8'));
    this.#mutants = Object.entries(files)
      .filter(([name]) => name === `src/${path}` || name.startsWith(`src/${path}/`))
      .flatMap(([name, { source, mutants }]) => {
        const lines = source.split('\n');
        return mutants.map((mutant) => ({ ...mutant, ...placeOf(name, lines, mutant) }));
      })
      .filter((mutant) => isDrawn(mutant) && !this.#isEquivalent(mutant));
  }

  get killed() {
    return this.#count('Killed', 'Timeout');
  }

  get survived() {
    return this.#count('Survived');
  }

  get uncovered() {
    return this.#count('NoCoverage');
  }

  /** Percent of all valid mutants. */
  get score() {
    const all = this.killed + this.survived + this.uncovered;
    return all === 0 ? 100 : Math.floor((1000 * this.killed) / all) / 10;
  }

  survivorsAsText() {
    return this.#mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(
        ({ status, file, location, mutatorName, text, line, replacement }) =>
          `${file}:${location.start.line}:${location.start.column} ${status} ${mutatorName}\n    ${line}\n    ${oneLine(text)}  ->  ${oneLine(replacement)}`,
      )
      .join('\n');
  }

  scoreAsText() {
    return `killed ${this.killed}, survived ${this.survived}, no coverage ${this.uncovered}, equivalent ${this.equivalent.length}: ${this.score} %`;
  }

  #count(...statuses) {
    return this.#mutants.filter(({ status }) => statuses.includes(status)).length;
  }

  #isEquivalent({ status, file, line, text, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return false;
    const found = EQUIVALENT.find(
      (each) =>
        each.file === file &&
        each.line === line &&
        each.text === oneLine(text) &&
        each.becomes === oneLine(replacement),
    );
    if (found) this.equivalent.push(found);
    return found !== undefined;
  }
}

function placeOf(file, lines, { location: { start, end } }) {
  const inside = lines.slice(start.line - 1, end.line);
  inside[inside.length - 1] = inside.at(-1).slice(0, end.column - 1);
  inside[0] = inside[0].slice(start.column - 1);
  return { file, line: lines[start.line - 1].trim(), text: inside.join('\n') };
}

const oneLine = (text = '') => text.replaceAll(/\s+/g, ' ');
