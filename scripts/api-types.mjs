// Generates types from the contracts for the clients of our APIs: of the admin API for the command line and the web
// console, of the Data API for the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = resolve(import.meta.dirname, '..');

await write('admin.v1', 'openapi/admin.v1.generated.d.ts');
await write('data-api.v1', 'test/support/data-api.generated.d.ts');

async function write(contract, file) {
  const source = `openapi/${contract}.json`;
  const types = astToString(await openapiTS(JSON.parse(readFileSync(resolve(ROOT, source), 'utf8'))));
  writeFileSync(
    resolve(ROOT, file),
    `// Made by \`npm run generate\` from ${source}. Do not edit.\n${types}`,
  );
}
