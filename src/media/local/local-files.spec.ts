import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from '../../../test/support/programs.js';
import { type GatehouseConfig, MediaConfig } from '../../config/index.js';
import { LocalFiles } from './local-files.js';

describe('LocalFiles', () => {
  let base: string;
  const at = (...parts: string[]) => join(base, ...parts);
  const sut = (...allowedFolders: string[]) => withState(at('shared', 'state'), allowedFolders);
  const withState = (stateDir: string, allowedFolders: string[]) =>
    new LocalFiles(Object.assign(new MediaConfig(), { allowedFolders }), {
      environment: { stateDir },
    } as GatehouseConfig);
  const problem = async (path: string, files = sut(at('shared'))) => {
    const file = await files.open(path);
    if ('text' in file) return file.text;
    await file.close();
    return 'opened';
  };

  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-local-')));
    mkdirSync(at('shared', 'plans', '..notes'), { recursive: true });
    mkdirSync(at('shared', 'state', 'outbox'), { recursive: true });
    mkdirSync(at('shared-too'));
    writeFileSync(at('secret.txt'), 'secret');
    writeFileSync(at('shared-too', 'a.txt'), 'a');
    writeFileSync(at('shared', 'state', 'admin-token'), 'token');
    writeFileSync(at('shared', 'state', 'outbox', 'b.txt'), 'b');
    writeFileSync(at('shared', 'plans', 'garden.txt'), 'beans');
    writeFileSync(at('shared', 'plans', '..notes', 'c.txt'), 'c');
    symlinkSync(at('secret.txt'), at('shared', 'link.txt'));
    symlinkSync(at('shared', 'plans'), at('shared', 'linked'));
    symlinkSync(at('shared'), at('alias'));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('reads a file below an allowed folder in pieces', async () => {
    writeFileSync(at('shared', 'large.bin'), Buffer.alloc(600_000, 7));
    const file = await sut(at('shared-too'), at('shared')).open(at('shared', 'large.bin'));
    if ('text' in file) throw new Error(file.text);
    const pieces: number[] = [];
    for await (const piece of file.chunks) pieces.push(piece.byteLength);
    expect({
      ...file,
      chunks: Math.max(...pieces),
      close: pieces.reduce((sum, each) => sum + each, 0),
    }).toEqual({
      name: 'large.bin',
      bytes: 600_000,
      chunks: 262_144,
      close: 600_000,
    });
  });

  it('finds a file whose name a Mac spells otherwise, the exact name first, and guesses among no two', async () => {
    const names = [
      'Scan 3.04\u202fPM.txt',
      'U\u0308bersicht \u201ca\u201d.txt',
      'o 1',
      'o\u00a01',
      'p\u2009 1',
      'p \u20091',
    ];
    mkdirSync(at('shared', 'Fotos\u202fA'));
    for (const name of names) writeFileSync(at('shared', 'Fotos\u202fA', name), name);
    const nameAt = async (name: string) => {
      const file = await sut(at('shared')).open(at('shared', 'Fotos A', name));
      if ('text' in file) return file.text;
      await file.close();
      return file.name;
    };
    expect(await nameAt('Scan 3.04 PM.txt')).toBe(names[0]);
    expect(await nameAt('\u00dcbersicht "a".txt')).toBe(names[1]);
    expect(await nameAt('o\u00a01')).toBe(names[3]);
    for (const name of ['scan 3.04 pm.txt', 'p  1']) expect(await nameAt(name)).toBe('does not exist');
  });

  it('refuses every other path, however it is written', async () => {
    expect(await problem(at('shared', 'plans', 'garden.txt'))).toBe('opened');
    expect(await problem(at('shared', 'plans', '..notes', 'c.txt'))).toBe('opened');
    // The operator named the link, so it is theirs.
    expect(await problem(at('alias', 'plans', 'garden.txt'), sut(at('alias')))).toBe('opened');
    const outside = 'is not inside a folder of media.allowedFolders';
    for (const path of [
      at('secret.txt'),
      at('shared-too', 'a.txt'),
      at('shared'),
      '/etc/passwd',
      '/nonexistent',
    ])
      expect(await problem(path)).toBe(outside);
    expect(await problem(at('shared', 'plans', 'garden.txt'), sut())).toBe(outside);
    expect(await problem(`${at('shared')}/plans/../../secret.txt`)).toBe('must not contain ..');
    expect(await problem('plans/garden.txt')).toBe('must be an absolute path');
    expect(await problem(at('shared', 'link.txt'))).toBe('passes through a symbolic link');
    expect(await problem(at('shared', 'linked', 'garden.txt'))).toBe('passes through a symbolic link');
    expect(await problem(at('shared', 'plans', 'none.txt'))).toBe('does not exist');
    expect(await problem(at('shared', 'plans'))).toBe('is not a regular file');
    execFileSync('mkfifo', [at('shared', 'pipe')]);
    expect(await problem(at('shared', 'pipe'))).toBe('is not a regular file');
  });

  it('reads the state folder only below a folder of it that is named', async () => {
    const token = at('shared', 'state', 'admin-token');
    const outbox = at('shared', 'state', 'outbox');
    expect(await problem(token)).toBe("is in the gateway's own state directory");
    expect(await problem(token, sut(at('shared', 'state')))).toBe("is in the gateway's own state directory");
    expect(await problem(join(outbox, 'b.txt'), sut(outbox))).toBe('opened');
    for (const folder of ['shared', 'alias'])
      for (const named of ['shared', 'alias']) {
        const files = withState(at(named, 'state'), [at(folder)]);
        const inState = at(folder, 'state', 'admin-token');
        expect(await problem(inState, files)).toBe("is in the gateway's own state directory");
        expect(await problem(at(folder, 'plans', 'garden.txt'), files)).toBe('opened');
      }
  });
});
