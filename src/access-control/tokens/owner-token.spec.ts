import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { AdminTokenRepository } from './admin-token.repository.js';
import { readOrCreateOwnerToken, TokenAuthenticator, type TokenUses } from './token-authenticator.js';

describe('the first owner token', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-owner-'));
    file = join(folder, 'admin-token');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, and is for this user to read and write, whatever the umask', () => {
    const before = process.umask(0o277);
    try {
      const token = readOrCreateOwnerToken(folder);
      expect(token).toMatch(/^gha_[\w-]{43}$/);
      expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readOrCreateOwnerToken(folder)).toBe(token);
    } finally {
      process.umask(before);
    }
  });

  it('is refused when its file is empty, or cannot be made', () => {
    writeFileSync(file, ' \n');
    expect(() => readOrCreateOwnerToken(folder)).toThrow('is empty: delete it to create a new token');
    expect(() => readOrCreateOwnerToken(join(folder, 'missing'))).toThrow(/^ENOENT: .*, open '/);
  });

  it('could be guessed below 24 characters, and none of ours could', () => {
    const withToken = (adminToken: string) =>
      new TokenAuthenticator(
        { environment: { adminToken, stateDir: folder } } as unknown as GatehouseConfig,
        {} as AdminTokenRepository,
        {} as TokenUses,
        new SystemClock(),
      );
    const first = { id: 'token:owner', role: 'owner' } as const;
    const [short, long] = [withToken('x'.repeat(23)), withToken('x'.repeat(24))];
    expect([short.isGuessable(first), long.isGuessable(first)]).toEqual([true, false]);
    expect(short.isGuessable({ ...first, tokenId: 'tok_x' })).toBe(false);
  });
});
