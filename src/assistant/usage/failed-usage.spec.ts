import { RuntimeFailure } from '../runtime.js';
import { usageOfFailure } from './failed-usage.js';
import { UNUSED } from './usage-meter.js';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

it.each(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
  'a call whose connection was not made (%s) has used nothing',
  (code) => expect(usageOfFailure(withCode(code))).toEqual(UNUSED),
);

it('a call that a vendor refused has used nothing', () => {
  expect(usageOfFailure(new RuntimeFailure('no', true, { status: 529 }))).toEqual(UNUSED);
});

it.each([
  ['whose connection broke', withCode('ECONNRESET')],
  ['whose network was lost below its connection', withCode('EHOSTUNREACH', { syscall: 'write' })],
  ['that was silent', new RuntimeFailure('silent', true, { code: 'silent' })],
])('a call %s may have used all that it could', (_, error) => expect(usageOfFailure(error)).toBeUndefined());
