import { jest } from '@jest/globals';
import type { ProfileTask } from '../profile/types.js';
import { profile } from '../profile/profile.js';
import type { DataThreads } from '../workers/data-threads.js';
import { ProfileProcessor } from './profile.processor.js';

it.each([
  ['short input is profiled at once', 262_144, 0],
  ['input that would hold the event loop is profiled in a thread', 262_145, 1],
])('%s', async (_, length, threads) => {
  const inThread = jest.fn(async (task: ProfileTask) => profile(task));
  const sut = new ProfileProcessor({ profile: inThread } as unknown as DataThreads);
  const data = 'x'.repeat(length);
  const input = { id: 'dpr_1', userId: 'usr_1', data, options: {} };
  const output = await sut.run(input, new AbortController().signal);
  expect(output).toMatchObject({ format: 'text', bytes: length });
  expect(inThread).toHaveBeenCalledTimes(threads);
});
