// `node scripts/same-bytes.mjs DIST DIST`: fails unless two builds of one commit are the same, byte for byte.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const [one, other] = process.argv.slice(2).map(digestsIn);
const differing = [...new Set([...one.keys(), ...other.keys()])].filter(
  (file) => one.get(file) !== other.get(file),
);
if (differing.length > 0) {
  console.error(`two builds of one commit differ in:\n  ${differing.sort().join('\n  ')}`);
  process.exit(1);
}
console.log(`${one.size} files, the same in both builds`);

function digestsIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}
