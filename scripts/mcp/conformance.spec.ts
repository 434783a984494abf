import { execFile } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'conformance.mjs');

it("the protocol's own tests find nothing in our client but what the baseline names", async () => {
  const { error, output } = await new Promise<{ error: Error | null; output: string }>((resolve) => {
    execFile(process.execPath, [SCRIPT], { maxBuffer: 10_000_000 }, (failure, stdout, stderr) =>
      resolve({ error: failure, output: failure && stdout === '' ? stderr : stdout }),
    );
  });
  const unexpected = [...output.matchAll(/^ {2}✗ (\S+)$/gm)].map(([, scenario]) => scenario);
  expect(unexpected).toEqual([]);
  if (error) throw new Error(output);
}, 180_000);
