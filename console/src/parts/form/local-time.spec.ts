import { exactTimeOf, localTime } from './local-time.js';

/** In other zones: test/support/console-times.spec.ts. */
it('a time is unset where a field is empty or holds none', () => {
  expect([localTime(undefined), localTime('yesterday'), exactTimeOf('')]).toEqual(['', '', undefined]);
});
