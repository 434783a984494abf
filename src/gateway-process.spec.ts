import { jest } from '@jest/globals';
import type { RunningGateway } from './gateway.js';

const stop = jest.fn<() => Promise<undefined>>();
const gateway: Partial<RunningGateway> = { stop, failed: new Promise<Error>(() => undefined) };
jest.unstable_mockModule('./gateway.js', () => ({ startGateway: async () => gateway }));
jest.unstable_mockModule('./config/process/memory-flags.js', () => ({ hasStarted: () => undefined }));
const { runGateway } = await import('./gateway-process.js');

afterEach(() => jest.restoreAllMocks());

it('a second signal neither starts a second shutdown nor cuts the first one short', async () => {
  const handlers = new Map<string | symbol, () => void>();
  jest.spyOn(process, 'on').mockImplementation((signal, handler) => {
    handlers.set(signal, handler as () => void);
    return process;
  });
  const exited = Promise.withResolvers<number>();
  const exit = jest
    .spyOn(process, 'exit')
    .mockImplementation(((code: number) => exited.resolve(code)) as never);
  const stopped = Promise.withResolvers<undefined>();
  stop.mockReturnValue(stopped.promise);
  await runGateway('all');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT']) handlers.get(signal)!();
  await new Promise((resolve) => setImmediate(resolve));
  expect(exit).not.toHaveBeenCalled();
  stopped.resolve(undefined);
  expect([await exited.promise, stop.mock.calls.length]).toEqual([0, 1]);
});
