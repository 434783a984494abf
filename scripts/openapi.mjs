// Writes the OpenAPI contracts into openapi/ from the built program; --check fails when they are out of date.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ALL_SECTIONS } from '../build/app.sections.js';
import { loadConfig, readEnvironment } from '../build/config/index.js';
import { createApp } from '../build/gateway.js';
import { adminDocument } from '../build/openapi.js';

const file = resolve(import.meta.dirname, '../openapi/admin.v1.json');
const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-'));
writeFileSync(join(stateDir, 'gatehouse.json'), '{ logging: { level: "silent" } }');
const app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: stateDir })));
await app.init();
const text = `${JSON.stringify(adminDocument(app), null, 2)}\n`;
await app.close();
rmSync(stateDir, { recursive: true });

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('openapi/admin.v1.json is out of date: run `npm run generate`');
  process.exitCode = 1;
}
