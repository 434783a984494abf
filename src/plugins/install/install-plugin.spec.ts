import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PluginIndex } from '../plugin-index.js';
import { removePlugin } from './install-plugin.js';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'gatehouse-install-'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('the folders of plugins', () => {
  const folders = () =>
    readdirSync(join(place, 'plugins'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name)
      .sort();
  const installed = (name: string, folder: string) => ({
    name,
    version: '1.0.0',
    channels: [name],
    folder,
    source: name,
    installedAt: new Date(0).toISOString(),
  });

  beforeEach(() => {
    for (const folder of ['one', 'two', 'before', 'cut-off', 'fresh'])
      mkdirSync(join(place, 'plugins', folder), { recursive: true });
    const daysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const folder of ['one', 'two', 'before', 'cut-off'])
      utimesSync(join(place, 'plugins', folder), daysAgo, daysAgo);
    new PluginIndex(place).change(() => ({
      plugins: [installed('first', 'one'), installed('second', 'two')],
      leftovers: ['before'],
    }));
  });

  it('stay while a gateway runs, except remains of an interrupted installation', () => {
    removePlugin({ stateDir: place, isRunning: true }, 'first');
    expect(folders()).toEqual(['before', 'fresh', 'one', 'two']);
    expect(new PluginIndex(place).read()).toMatchObject({ leftovers: ['before', 'one'] });
  });

  it('are removed when no gateway runs, except those in use or being installed', () => {
    removePlugin({ stateDir: place, isRunning: false }, 'first');
    expect(folders()).toEqual(['fresh', 'two']);
    expect(new PluginIndex(place).read()).toMatchObject({ leftovers: [] });
  });
});
