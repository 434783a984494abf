// Generates the types of our APIs' clients from the contracts: the tests' client of the Data API, the answers of the
// admin API as the command line reads them, and the admin API as the web console calls it.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = resolve(import.meta.dirname, '..');

await write('data-api.v1', 'test/support/data-api.generated.d.ts', (contract) => openapiTS(contract));
// Commands read answers only, which are schemas; the paths are not needed.
await write('admin.v1', 'src/cli/gateway/admin-api.generated.d.ts', (contract) =>
  openapiTS({ ...contract, paths: {} }, { immutable: true }),
);
await write('admin.v1', 'console/src/api/admin-api.generated.d.ts', (contract) => openapiTS(contract));

async function write(contract, file, typesOf) {
  const source = `openapi/${contract}.json`;
  const types = astToString(await typesOf(JSON.parse(readFileSync(resolve(ROOT, source), 'utf8'))));
  writeFileSync(
    resolve(ROOT, file),
    `// Made by \`npm run generate\` from ${source}. Do not edit.\n${types}`,
  );
}
