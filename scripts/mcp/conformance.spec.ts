import { join } from 'node:path';
import { execFile } from '../../test/support/programs.js';

const SCRIPT = join(import.meta.dirname, 'conformance.mjs');

it("the protocol's own tests find nothing in our client but what the baseline names", async () => {
  const ended = await execFile(process.execPath, [SCRIPT], { maxBuffer: 10_000_000 }).catch(
    (failure: unknown) => failure as { stdout: string; stderr: string; code: unknown },
  );
  const unexpected = [...ended.stdout.matchAll(/^ {2}✗ (\S+)$/gm)].map(([, scenario]) => scenario);
  expect(unexpected).toEqual([]);
  if ('code' in ended) throw new Error(ended.stdout || ended.stderr);
}, 180_000);
