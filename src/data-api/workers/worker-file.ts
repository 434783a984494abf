import { extname } from 'node:path';

/**
 * Where the script of a worker thread is: beside the module that asks, with the same ending, be that TypeScript
 * (tests; Node strips the types) or what was built from it.
 * @param from the asking module's `import.meta.url`
 */
export const workerFile = (name: string, from: string): URL =>
  new URL(`./${name}.worker${extname(new URL(from).pathname)}`, from);
