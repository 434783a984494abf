import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, settingCommand } from '../../console/src/parts/text/command.js';
import { cliWorld } from './cli-world.js';
import { execFileSync } from './programs.js';

/** Names that strangers may choose, each with something that a shell, a terminal or our program could act on. */
const HOSTILE = [
  "'; touch owned; '",
  '$(touch owned)',
  '`touch owned`',
  '--help',
  '-x',
  '"; touch owned; "',
  'a\ntouch owned\n',
  "\n'; touch owned #",
  "\\'; touch owned; \\'",
  '\u001b[201~touch owned\r',
  '\u0003touch owned\u0004',
  '\u202etouch owned',
  '\u{e0041}\u200b',
  '!!; touch owned',
  '~root',
  '*',
  '',
  'a & touch owned &',
];

describe('a command to copy', () => {
  const { gateway, shell } = cliWorld();
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'gatehouse-paste-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const pasted = (program: string, line: string) => {
    const script = `gatehouse() { printf '%s\\0' "$@"; }\n${line}\n`;
    const env = { LANG: 'C.UTF-8', PATH: '/usr/bin:/bin' };
    return execFileSync(program, { cwd: folder, input: script, stdio: ['pipe', 'pipe', 'ignore'], env })
      .toString()
      .split('\0')
      .slice(0, -1);
  };

  it.each(HOSTILE)('has only characters that are seen, and runs nothing but itself: %j', (name) => {
    const line = commandLine('grants add', ['imbridge', name], { account: name });
    expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    const words = pasted('bash', line).filter((word) => word !== '--');
    expect(new Set(words)).toEqual(
      new Set([
        'grants',
        'add',
        'imbridge',
        name,
        ...(name.startsWith('-') ? [`--account=${name}`] : ['--account']),
      ]),
    );
    // A shell without these escapes reads another name, and does as little with it.
    pasted('sh', line);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(HOSTILE.filter((name) => name !== ''))('is understood by our program: %j', async (name) => {
    gateway.answers.set('POST /grants', [201, { channel: 'imbridge', sender_id: name }]);
    const [, ...words] = [
      'gatehouse',
      ...pasted('bash', commandLine('grants add', ['imbridge', name], { account: name })),
    ];
    expect((await shell.run(...words)).stderr).toBe('');
    expect(gateway.asked.at(-1)?.body).toEqual({ channel: 'imbridge', account: name, sender_id: name });
  });

  it('is as a person would write it where nothing needs care', () => {
    expect(
      commandLine('users update', ['usr_1'], { email: 'a@b.example', name: 'Ann Lee', status: undefined }),
    ).toBe("gatehouse users update usr_1 --email a@b.example --name 'Ann Lee'");
    expect(commandLine('keys create', ['usr_1'], { scope: ['users:read', 'data:process'] })).toBe(
      'gatehouse keys create usr_1 --scope users:read --scope data:process',
    );
  });

  it('sets a value that looks like an option, and shows no secret', () => {
    expect(settingCommand('messages.responsePrefix', '-x', false)).toBe(
      'gatehouse config set -- messages.responsePrefix -x',
    );
    expect(settingCommand('dataApi.limits', { perDay: 5 }, false)).toBe(
      `gatehouse config set dataApi.limits '{"perDay":5}'`,
    );
    expect(settingCommand('channels.imbridge.password', 'secret', true)).toBe(
      'gatehouse config set channels.imbridge.password -',
    );
    expect(settingCommand('session.dmScope', null, false)).toBe('gatehouse config unset session.dmScope');
  });
});
