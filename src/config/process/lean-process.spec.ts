import { jest } from '@jest/globals';

jest.unstable_mockModule('./memory-flags.js', () => ({ startSmall: () => undefined }));
jest.unstable_mockModule('./compile-cache.js', () => ({ keepCompiled: () => undefined }));
const { becomeLeanGateway } = await import('./lean-process.js');

const LEAN = ['--max-semi-space-size=16', '--v8-pool-size=0'];
const original = Object.getOwnPropertyDescriptors(process);

/** The flags with which the process is replaced; undefined when it is not. */
async function flagsOf(own: { readonly channel?: object; readonly execArgv?: readonly string[] }) {
  const execve = jest.fn<(file: string, args: readonly string[]) => void>();
  for (const [name, value] of Object.entries({ channel: undefined, execArgv: [], execve, ...own }))
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
  await becomeLeanGateway([]);
  return execve.mock.calls[0]?.[1].filter((flag) => LEAN.includes(flag));
}

afterEach(() => {
  for (const name of ['channel', 'execArgv', 'execve'] as const) {
    Reflect.deleteProperty(process, name);
    if (original[name]) Object.defineProperty(process, name, original[name]);
  }
});

it('the gateway replaces itself with its lean flags', async () => {
  expect(await flagsOf({})).toEqual(LEAN);
});

it('a flag that the operator has set is kept', async () => {
  expect(await flagsOf({ execArgv: ['--max-semi-space-size=4'] })).toEqual(['--v8-pool-size=0']);
});

it('a process with an IPC channel to its parent is not replaced', async () => {
  expect(await flagsOf({ channel: {} })).toBeUndefined();
});
