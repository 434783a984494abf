import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import * as real from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { type GatehouseConfig, MediaConfig } from '../../config/index.js';

let hasProc: boolean;
/** Called before each call to the file system. */
let step: () => void;

const stepping =
  <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    step();
    return call(...args);
  };

jest.unstable_mockModule('node:fs/promises', () => ({
  ...real,
  realpath: stepping(real.realpath as (path: string) => Promise<string>),
  stat: stepping(real.stat),
  lstat: stepping(real.lstat),
  readlink: stepping(async (path: string) => {
    if (!hasProc && path.startsWith('/proc/')) throw new Error('there is no /proc');
    return real.readlink(path);
  }),
  open: stepping(async (path: string, flags: number) => {
    const handle = await real.open(path, flags);
    return Object.assign(handle, { stat: stepping(handle.stat.bind(handle)) });
  }),
}));
const { LocalFiles } = await import('./local-files.js');

describe.each([
  ['with /proc', true],
  ['without /proc', false],
])('a file opened %s', (_where, proc) => {
  let base: string;
  const at = (...parts: string[]) => join(base, ...parts);
  const said = async (path: string): Promise<string> => {
    const media = Object.assign(new MediaConfig(), { allowedFolders: [at('shared')] });
    const config = { environment: { stateDir: at('state') } } as GatehouseConfig;
    const file = await new LocalFiles(media, config).open(path);
    if ('text' in file) return file.text;
    let text = '';
    for await (const piece of file.chunks) text += Buffer.from(piece).toString();
    return text;
  };
  /** Returns in a later tick of the file system's clock than the last change of the folder. */
  const laterTick = () => {
    const changed = (path: string) => statSync(path, { bigint: true }).ctimeNs;
    do writeFileSync(at('clock'), '');
    while (changed(at('clock')) <= changed(at('shared')));
  };

  /**
   * Exchanges the folder for a link during those calls to the file system.
   * @returns puts it back
   */
  const exchangeDuring = (isDuring: (call: number) => boolean) => {
    let call = 0;
    let isExchanged = false;
    const exchange = (wanted: boolean) => {
      if (wanted === isExchanged) return;
      laterTick();
      isExchanged = wanted;
      if (!wanted) unlinkSync(at('shared', 'plans'));
      const [from, to] = wanted ? ['plans', 'away'] : ['away', 'plans'];
      renameSync(at('shared', from), at('shared', to));
      if (wanted) symlinkSync(at('state'), at('shared', 'plans'));
    };
    step = () => exchange(isDuring(call++));
    return () => exchange(false);
  };

  beforeEach(() => {
    hasProc = proc;
    step = () => undefined;
    base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-opened-')));
    mkdirSync(at('shared', 'plans'), { recursive: true });
    mkdirSync(at('state'));
    writeFileSync(at('shared', 'plans', 'gatehouse.json'), 'beans');
    writeFileSync(at('state', 'gatehouse.json'), 'secret');
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('is never outside the folder, even when the folder is exchanged for a link at any moment', async () => {
    const path = at('shared', 'plans', 'gatehouse.json');
    let calls = 0;
    step = () => {
      calls++;
    };
    expect(await said(path)).toBe('beans');
    const outcomes = new Set<string>();
    for (let first = 0; first < calls; first++)
      for (let last = first; last < calls; last++)
        for (const isDuring of [
          (call: number) => call >= first && call <= last,
          (call: number) => call === first || call === last,
        ]) {
          const end = exchangeDuring(isDuring);
          outcomes.add(await said(path));
          end();
        }
    expect([...outcomes].sort()).toEqual([
      'beans',
      'passes through a symbolic link',
      'was moved or replaced while it was opened',
    ]);
  });

  it('is refused when it has further names (hard links)', async () => {
    linkSync(at('state', 'gatehouse.json'), at('shared', 'plans', 'linked.json'));
    expect(await said(at('shared', 'plans', 'linked.json'))).toMatch(/^has other names \(hard links\)/);
  });
});
