import { basename, relative } from 'node:path';

/** How the checkout's script is run; npm names it in the environment. */
const SCRIPT = 'gatehouse';

/**
 * The words by which a person calls the command line, so that hints can be pasted: `gatehouse` where it is installed,
 * else the npm script or the file.
 * @param file the entry file as Node was given it
 */
export function calledAs(file: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (env.npm_lifecycle_event === SCRIPT) return `npm run -s ${SCRIPT} --`;
  if (file === undefined || !basename(file).endsWith('.js')) return SCRIPT;
  return `node ${relative(process.cwd(), file)}`;
}
