import { runCLI } from 'jest';

const expected = (globalThis[Symbol.for('gatehouse.mutation.sessions')] ??= new Map());

/** What a test may take with a mutant, beside what it took without, ms; both grow with a busy machine. */
const PATIENCE = 15_000;
const FACTOR = 5;

/**
 * One spec file that stays loaded, so that its tests run again and again: loading is nearly all of what a file costs.
 * Jest declares the tests, and this runs them with their hooks, as Jest does.
 */
export class Session {
  /** What the instrumented code reads and counts. */
  mutants = {};
  #file;
  #state;
  #end;
  #over;

  /**
   * @param config of Jest
   * @param mutant is active already while the file is loaded; undefined for none
   */
  static async open(file, config, mutant) {
    const session = new Session();
    session.#file = file;
    session.mutants.activeMutant = mutant;
    await session.#load(config);
    return session;
  }

  async #load(config) {
    expected.set(this.#file, this);
    const served = new Promise((resolve) => (this.serve = (state) => this.#wait(state, resolve)));
    const options = { config: JSON.stringify({ ...config, testMatch: [this.#file] }) };
    const run = runCLI({ $0: 'mutate', _: [], runInBand: true, silent: true, ...options }, [config.rootDir]);
    this.#over = run.catch(() => undefined);
    const failed = run.then(({ results }) => {
      const [{ testExecError } = {}] = results.testResults;
      throw new Error(`${this.#file} was not loaded: ${testExecError?.stack ?? 'no such test file'}`);
    });
    failed.catch(() => undefined);
    await Promise.race([served, failed]);
    expected.delete(this.#file);
  }

  #wait(state, resolve) {
    this.#state = state;
    const ended = new Promise((end) => (this.#end = end));
    resolve();
    return ended;
  }

  async close() {
    this.#end?.();
    await this.#over;
  }

  /** The tests that are not skipped, by their full names. */
  get tests() {
    return [...testsIn(this.#state.rootDescribeBlock)].map(({ name }) => name);
  }

  /**
   * Runs tests, until one fails.
   * @param wanted their full names
   * @param onTest is told each test, or the block of a `beforeAll`, before it runs
   * @param took ms of the tests without a mutant, by name
   * @returns the time of each, and the one that failed
   */
  async run(wanted, { onTest = () => undefined, took = {} } = {}) {
    const run = { wanted: new Set(wanted), onTest, took, times: {}, failed: undefined };
    this.#state.unhandledErrors.length = 0;
    await this.#block(this.#state.rootDescribeBlock, '', run);
    return run;
  }

  async #block(block, prefix, run) {
    const inside = [...testsIn(block, prefix)].filter(({ name }) => run.wanted.has(name));
    if (inside.length === 0 || run.failed) return;
    const [first] = inside;
    run.onTest({ block: prefix, names: inside.map(({ name }) => name) });
    await this.#attempt(run, first.name, async () => {
      for (const { fn } of hooksOf(block, 'beforeAll')) await call(fn);
    });
    for (const child of cheapestFirst(block, prefix, run)) {
      if (run.failed) break;
      const name = `${prefix} ${child.name}`.trimStart();
      if (child.type === 'describeBlock') await this.#block(child, name, run);
      else if (run.wanted.has(name) && child.mode !== 'skip') await this.#test(child, name, run);
    }
    await this.#attempt(run, inside.at(-1).name, async () => {
      for (const { fn } of hooksOf(block, 'afterAll')) await call(fn);
    });
  }

  async #test(test, name, run) {
    const blocks = [];
    for (let each = test.parent; each; each = each.parent) blocks.unshift(each);
    run.onTest({ name });
    const begun = performance.now();
    await this.#attempt(run, name, async () => {
      for (const { fn } of blocks.flatMap((each) => hooksOf(each, 'beforeEach'))) await call(fn);
      await call(test.fn);
    });
    await this.#attempt(run, name, async () => {
      for (const { fn } of blocks.reverse().flatMap((each) => hooksOf(each, 'afterEach'))) await call(fn);
    });
    run.times[name] = (run.times[name] ?? 0) + performance.now() - begun;
  }

  /** Notes the first failure; hooks that clean up run also after it. */
  async #attempt(run, name, work) {
    let timer;
    const limit = PATIENCE + FACTOR * (run.took[name] ?? PATIENCE);
    const late = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(Object.assign(new Error(`no end after ${limit} ms`), { isLate: true })),
        limit,
      );
    });
    try {
      await Promise.race([work(), late]);
      if (this.#state.unhandledErrors.length > 0) throw this.#state.unhandledErrors[0];
    } catch (error) {
      run.failed ??= { name, message: String(error?.message ?? error), isLate: error?.isLate === true };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** In the order of their declaration where no times are known. */
function cheapestFirst(block, prefix, { wanted, took }) {
  const cost = (child) => {
    const name = `${prefix} ${child.name}`.trimStart();
    const inside =
      child.type === 'describeBlock' ? [...testsIn(child, name)].map((each) => each.name) : [name];
    return Math.min(...inside.filter((each) => wanted.has(each)).map((each) => took[each] ?? 0), Infinity);
  };
  const costs = new Map(block.children.map((child) => [child, cost(child)]));
  return block.children.toSorted((a, b) => (costs.get(a) === costs.get(b) ? 0 : costs.get(a) - costs.get(b)));
}

const hooksOf = ({ hooks }, type) => hooks.filter((hook) => hook.type === type);

/** Also of functions that take a callback. */
async function call(fn) {
  if (fn.length === 0) return fn();
  return new Promise((resolve, reject) => {
    fn((error) => (error ? reject(error) : resolve()));
  });
}

function* testsIn(block, prefix = '') {
  for (const child of block.children) {
    if (child.mode === 'skip' || child.mode === 'todo') continue;
    const name = `${prefix} ${child.name}`.trimStart();
    if (child.type === 'describeBlock') yield* testsIn(child, name);
    else yield { name };
  }
}
