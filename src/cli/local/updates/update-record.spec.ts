import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateRecords } from './update-record.js';

it('an interrupted update of a second build of a version can be finished', () => {
  const prefix = mkdtempSync(join(tmpdir(), 'gatehouse-record-'));
  try {
    const record = {
      direction: 'forward',
      older: '1.0.0+0a1b2c3d',
      newer: '2.0.0',
      isRunning: false,
    } as const;
    new UpdateRecords(prefix).begin(record);
    expect(new UpdateRecords(prefix).interrupted()).toEqual(record);
  } finally {
    rmSync(prefix, { recursive: true });
  }
});
