import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for the template of the SQLite files of all medium tests of a run. */
export default function setup() {
  process.env.GATEHOUSE_TEST_FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
}

export function teardown() {
  rmSync(process.env.GATEHOUSE_TEST_FOLDER, { recursive: true, force: true });
}
