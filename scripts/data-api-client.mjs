// Writes the types of a client of the Data API, made from its contract; the tests speak through them.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = resolve(import.meta.dirname, '..');

const contract = JSON.parse(readFileSync(resolve(ROOT, 'openapi/data-api.v1.json'), 'utf8'));
const types = astToString(await openapiTS(contract));
writeFileSync(
  resolve(ROOT, 'test/support/data-api.generated.d.ts'),
  `// Made by \`npm run generate\` from openapi/data-api.v1.json. Do not edit.\n${types}`,
);
