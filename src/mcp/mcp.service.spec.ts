import { Mcp } from './mcp.service.js';

const PROGRAM = { command: 'files', args: ['/srv'], cwd: '/srv', env: { MODE: 'safe' } };

const bindingOf = (settings: object): string | undefined => {
  const config = { get: () => ({ servers: { files: settings } }) };
  const [lists, db, clock, logins] = [{}, {}, {}, { onChange: () => undefined }];
  const deps = [config, lists, db, clock, logins] as unknown as ConstructorParameters<typeof Mcp>;
  return new Mcp(...deps).bindingOf('files');
};

it.each([
  ['the command', { command: 'other' }],
  ['an argument', { args: ['/'] }],
  ['the folder', { cwd: '/' }],
  ['the environment', { env: { MODE: 'unsafe' } }],
])('an approval is not for the same server after a change of %s', (_what, change) => {
  expect(bindingOf({ ...PROGRAM, ...change })).not.toBe(bindingOf(PROGRAM));
});

it('an approval stays for a server whose limits have changed', () => {
  expect(bindingOf({ ...PROGRAM, timeoutMs: 5 })).toBe(bindingOf(PROGRAM));
});
