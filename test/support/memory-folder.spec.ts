import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memoryFolder } from './memory-folder.js';

describe('the folder in memory', () => {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-memory-'));
  afterAll(() => rmSync(place, { recursive: true }));

  it('is a new one in its place', () => {
    const made = memoryFolder({ place, enough: 1 })!;
    expect([dirname(made), readdirSync(made)]).toEqual([place, []]);
    rmSync(made, { recursive: true });
  });

  // Not even root may create a folder in /proc.
  it.each([
    ['a place where nothing may be written', { place: '/proc', enough: 0 }],
    ['a place that is not there', { place: join(place, 'nowhere') }],
    ['a place without enough room', { place, enough: Infinity }],
  ])('is undefined with %s, so that the usual temporary folder is used', (_title, options) => {
    expect(memoryFolder(options)).toBeUndefined();
    expect(existsSync(place) && readdirSync(place)).toEqual([]);
  });
});
