import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestIn, PluginError } from './manifest.js';
import { PORT_VERSION } from './plugin.js';

describe('the port version of a plugin', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-manifest-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const made = (port: unknown, channels: readonly unknown[] = ['postbox']) => {
    const gatehouse = { port, channels, entry: './plugin.js' };
    const text = JSON.stringify({ name: 'postbox', version: '1.0.0', gatehouse });
    writeFileSync(join(folder, 'package.json'), text);
    return () => manifestIn(folder);
  };
  const [major = 0, minor = 0] = PORT_VERSION.split('.').map(Number);

  it.each([`${major}`, `^${major}.0`, `^${major}.${minor}`, `>=${major}.0.0 <${major + 1}`])(
    'is accepted as the range %s',
    (range) => {
      expect(made(range)().name).toBe('postbox');
    },
  );

  it.each([`^${major}.${minor + 1}`, `~${major}.0`, `${major + 1}`, `${major - 1}`])(
    'is refused as the newer or other range %s',
    (range) => {
      expect(made(range)).toThrow(
        `it is made for port ${range} of the gateway, but this gateway has ${PORT_VERSION}`,
      );
    },
  );

  it.each([undefined, 1, 'port'])('has to be a range, not %p', (range) => {
    expect(made(range)).toThrow(PluginError);
    expect(made(range)).toThrow('gatehouse.port of its package.json must be a version range');
  });

  it.each([[[]], [['']], [[7]]])('is refused without a channel: %j', (channels) => {
    expect(made(`^${major}.0`, channels)).toThrow('must name a channel');
  });
});
