import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { appWithPlugins } from '../../src/app.js';
import { scopeWith } from '../../src/app.sections.js';
import { loadConfigIn, LOGGING, readEnvironment, section } from '../../src/config/index.js';
import { type LoadedPlugin, Plugins } from '../../src/plugins/index.js';
import { openLog } from '../../src/server/index.js';

/** How many of its applications run. */
let running = 0;
class NoSettings {}

@Module({})
class GoodModule {
  onModuleInit(): void {
    running++;
  }

  onModuleDestroy(): void {
    running--;
  }
}

@Module({})
class BadModule {
  onModuleInit(): void {
    throw new Error('shaken');
  }
}

const installed = (channel: string, module: LoadedPlugin['plugin']['module']) => ({
  name: `gatehouse-${channel}`,
  version: '1.0.0',
  channels: [channel],
  folder: channel,
  source: channel,
  installedAt: '',
  plugin: { module, sections: [section(`channels.${channel}`, NoSettings)] } as LoadedPlugin['plugin'],
});

it('trying plugins one by one leaves no application running', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'));
  writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify({ logging: { level: 'silent' } }));
  const plugins = new Plugins([installed('good', GoodModule), installed('bad', BadModule)]);
  const config = loadConfigIn(scopeWith(plugins, readEnvironment({ GATEHOUSE_STATE_DIR: stateDir })));
  const { app } = await appWithPlugins(config, { plugins, log: await openLog(config.get(LOGGING)) });
  expect(running).toBe(1);
  const kept = app.get(Plugins);
  expect([kept.loaded, kept.broken].map((all) => all.map(({ name }) => name))).toEqual([
    ['gatehouse-good'],
    ['gatehouse-bad'],
  ]);
  await app.close();
  expect(running).toBe(0);
  rmSync(stateDir, { recursive: true });
});
