import { jest } from '@jest/globals';

/**
 * Lets a test end time-outs (`setTimeout`) by `jest.advanceTimersByTime`, while everything else, such as a call over
 * HTTP, takes its real time. `jest.useRealTimers` ends it.
 */
export const fakeTimeouts = (): unknown =>
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  });
