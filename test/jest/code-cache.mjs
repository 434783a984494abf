// Keeps what V8 has compiled. Jest compiles every file again for each file of tests; with this, a worker compiles a file
// twice and then takes what it has, which saves a fifth of the unit tests' processor time.
import { hash } from 'node:crypto';
import vm from 'node:vm';

/** What V8 made of a code, by its digest; `undefined` for one that was seen once, such as a file of tests. */
const compiled = new Map();
const digestOf = (code) => hash('sha1', code);

const { compileFunction, SourceTextModule } = vm;

vm.SourceTextModule = new Proxy(SourceTextModule, {
  construct(target, [code, options], self) {
    const digest = digestOf(code);
    const cachedData = compiled.get(digest);
    const make = (more) => Reflect.construct(target, [code, { ...options, ...more }], self);
    if (!cachedData) {
      const made = make();
      compiled.set(digest, compiled.has(digest) ? made.createCachedData() : undefined);
      return made;
    }
    try {
      return make({ cachedData });
    } catch (error) {
      // A test that sets a flag of V8 makes all that was compiled before unusable.
      if (error.code !== 'ERR_VM_MODULE_CACHED_DATA_REJECTED') throw error;
      compiled.clear();
      return make();
    }
  },
});

vm.compileFunction = (code, parameters, options) => {
  const digest = digestOf(code);
  const cachedData = compiled.get(digest);
  const produceCachedData = !cachedData && compiled.has(digest);
  const made = compileFunction(code, parameters, { ...options, cachedData, produceCachedData });
  if (!cachedData || made.cachedDataRejected) compiled.set(digest, made.cachedData);
  return made;
};
