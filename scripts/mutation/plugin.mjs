import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDrawn } from './sample.mjs';
import { Session } from './session.mjs';

/*
 * What Stryker loads: how the tests are run, and what is not mutated, with the reasons. Its own runner for Jest loads
 * every spec file again for each mutant, several seconds each; this one keeps them loaded, and runs only the tests that
 * reach the mutant.
 */

/** Cheap ones first: most mutants are killed there. */
const LEVELS = ['/src/', '/test/contract/', '/test/medium/'];
/** Files that stay loaded at a time, with up to 200 MB each. */
const MOST_LOADED = 14;

const levelOf = (file) => LEVELS.findIndex((folder) => file.includes(folder));
/** Titles are unique in a file only. */
const idOf = (file, name) => `${file}\0${name}`;

class LoadedFiles {
  #config;
  #sessions = new Map();
  /** Times of the tests; the process of the dry run writes them for the others. */
  #record = process.env.GATEHOUSE_MUTATION_TESTS;
  #took;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // The main process is interrupted; loaded files would keep this one.
    process.once('disconnect', () => process.exit());
    const config = await import(pathToFileURL(join(process.cwd(), 'scripts/mutation/jest.config.mjs')).href);
    this.#config = config.default;
  }

  async dispose() {
    for (const session of this.#sessions.values()) await session.close();
  }

  /** All tests once, with what they reach. */
  async dryRun() {
    const tests = [];
    const took = {};
    const coverage = { static: {}, perTest: {} };
    for (const file of filesOfModule()) {
      const session = await this.#open(file);
      const blocks = new Map();
      const { times, failed } = await session.run(session.tests, {
        onTest: ({ block, name, names }) => {
          if (names) blocks.set(`block ${block}`, names);
          session.mutants.currentTestId = name ?? `block ${block}`;
        },
      });
      if (failed) return { status: 'error', errorMessage: `${file}: ${failed.name}: ${failed.message}` };
      await this.#close(file);
      for (const [name, timeSpentMs] of Object.entries(times)) {
        const id = idOf(file, name);
        took[id] = timeSpentMs;
        tests.push({ id, name, fileName: file, timeSpentMs, status: 0 });
      }
      addCoverage(coverage, session.mutants.mutantCoverage, (key) =>
        (blocks.get(key) ?? [key]).map((name) => idOf(file, name)),
      );
    }
    writeFileSync(this.#record, JSON.stringify(took));
    return { status: 'complete', tests, mutantCoverage: coverage };
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, hitLimit }) {
    if (!isDrawn(asInReport(activeMutant))) return { status: 'error', errorMessage: 'not drawn' };
    this.#took ??= JSON.parse(readFileSync(this.#record, 'utf8'));
    const wanted = this.#byFile(testFilter ?? Object.keys(this.#took));
    let nrOfTests = 0;
    for (const [file, names] of wanted) {
      const failed = await this.#failedIn(file, names, {
        mutant: activeMutant.id,
        hitLimit,
        isStatic: mutantActivation === 'static',
      });
      nrOfTests += names.length;
      if (failed?.isLate) return { status: 'timeout', reason: failed.message };
      if (failed)
        return {
          status: 'killed',
          killedBy: [idOf(file, failed.name)],
          failureMessage: failed.message,
          nrOfTests,
        };
    }
    return { status: 'survived', nrOfTests };
  }

  /** The first of the tests that fails with the mutant and passes without. */
  async #failedIn(file, names, { mutant, hitLimit, isStatic }) {
    let wanted = names;
    const took = Object.fromEntries(names.map((name) => [name, this.#took[idOf(file, name)]]));
    const passesAlone = async ({ name }) => !(await (await this.#open(file)).run([name], { took })).failed;
    while (wanted.length > 0) {
      const isFresh = !this.#sessions.has(file);
      const failed = isStatic
        ? await this.#withLoaded(file, wanted, { mutant, took })
        : await this.#withActive(file, wanted, { mutant, hitLimit, took });
      if (!failed || isStatic) return failed;
      if (!failed.isLate && (await passesAlone(failed))) return failed;
      // What this mutant has left behind must not kill the next one, nor what the one before has left this one.
      await this.#close(file);
      if (failed.isLate) return failed;
      if (isFresh && (await passesAlone(failed))) return failed;
      // A test that needs those before it proves nothing here.
      if (isFresh) wanted = wanted.filter((name) => name !== failed.name);
    }
    return undefined;
  }

  async #withActive(file, names, { mutant, hitLimit, took }) {
    const session = await this.#open(file);
    Object.assign(session.mutants, { activeMutant: mutant, hitLimit, hitCount: 0, currentTestId: undefined });
    const { failed } = await session.run(names, { took });
    session.mutants.activeMutant = undefined;
    return failed;
  }

  /** For code that runs while the file is loaded. */
  async #withLoaded(file, names, { mutant, took }) {
    try {
      const session = await Session.open(file, this.#config, mutant);
      const { failed } = await session.run(names, { took });
      await session.close();
      return failed;
    } catch (error) {
      return { name: names[0], message: String(error) };
    }
  }

  async #open(file) {
    const open = this.#sessions.get(file) ?? (await Session.open(file, this.#config));
    // The most recent last.
    this.#sessions.delete(file);
    this.#sessions.set(file, open);
    if (this.#sessions.size > MOST_LOADED) await this.#close(this.#sessions.keys().next().value);
    return open;
  }

  async #close(file) {
    const session = this.#sessions.get(file);
    this.#sessions.delete(file);
    await session?.close();
  }

  #byFile(ids) {
    const files = new Map();
    for (const id of ids) {
      // A title may have one too.
      const end = id.indexOf('\0');
      const [file, name] = [id.slice(0, end), id.slice(end + 1)];
      files.set(file, [...(files.get(file) ?? []), name]);
    }
    return [...files].sort(([a], [b]) => levelOf(a) - levelOf(b));
  }
}

/** Reports count lines and columns from 1, and name files from the root. */
function asInReport({ fileName, location, replacement }) {
  const [start, end] = [location.start, location.end].map(({ line, column }) => ({
    line: line + 1,
    column: column + 1,
  }));
  return { file: fileName.slice(fileName.lastIndexOf('/src/') + 1), location: { start, end }, replacement };
}

function filesOfModule() {
  const patterns = JSON.parse(process.env.GATEHOUSE_MUTATION_SPECS);
  return patterns.flatMap((pattern) => globSync(pattern.replace('<rootDir>', process.cwd())));
}

function addCoverage(all, { static: atLoad = {}, perTest = {} } = {}, idsOf) {
  add(all.static, atLoad);
  for (const [key, counts] of Object.entries(perTest))
    for (const id of idsOf(key)) add((all.perTest[id] ??= {}), counts);
}

function add(sum, counts) {
  for (const [mutant, count] of Object.entries(counts)) sum[mutant] = (sum[mutant] ?? 0) + count;
}

function loadedFiles() {
  return new LoadedFiles();
}
loadedFiles.inject = [];

const LOG = /^(log|logger|Logger)$/;
const nameOf = (node) => node?.property?.name ?? node?.property?.id?.name ?? node?.name ?? '';

/** @returns why what is at `path` is not mutated, or undefined */
function reasonAgainst({ node }) {
  if (node.type === 'Decorator')
    return 'metadata of Nest, checked by the contract and architecture tests on the whole program';
  const call = node.type === 'ExpressionStatement' ? node.expression : node;
  if (call.type === 'CallExpression' && LOG.test(nameOf(call.callee?.object)))
    return 'a line of the log, which no program reads';
  if (node.type === 'NewExpression' && node.callee.name === 'Logger') return 'the name of lines of the log';
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'reasons')
    return 'texts of docs/reference/reasons.md, which is compared with them';
  if (node.type === 'NewExpression' && node.callee.name === 'Error')
    return 'the text of a fault of our own, which no program reads';
  return undefined;
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'loaded-files', factory: loadedFiles },
  { kind: 'Ignore', name: 'not-mutated', value: { shouldIgnore: reasonAgainst } },
];
