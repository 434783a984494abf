// Writes the OpenAPI contracts into openapi/ from the built program; --check fails when they are out of date.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ALL_SECTIONS } from '../build/src/app.sections.js';
import { loadConfig, readEnvironment } from '../build/src/config/index.js';
import { createApp } from '../build/src/gateway.js';
import { adminDocument, dataApiDocument } from '../build/src/server/index.js';

const CONTRACTS = { 'admin.v1.json': adminDocument, 'data-api.v1.json': dataApiDocument };

const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-'));
writeFileSync(join(stateDir, 'gatehouse.json'), '{ logging: { level: "silent" } }');
const app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: stateDir })));
await app.init();
for (const [name, documentOf] of Object.entries(CONTRACTS)) settle(name, documentOf(app));
await app.close();
rmSync(stateDir, { recursive: true });

function settle(name, document) {
  const file = resolve(import.meta.dirname, '../openapi', name);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`openapi/${name} is out of date: run \`npm run generate\``);
    process.exitCode = 1;
  }
}
