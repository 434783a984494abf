import { FakeClock } from '../../../test/support/fake-clock.js';
import { FailureLimiter } from './failure-limiter.js';

const clock = new FakeClock();
let sut: FailureLimiter;
const fail = (address: string, times: number) => {
  for (let i = 0; i < times; i++) sut.failed(address);
};

beforeEach(() => {
  sut = new FailureLimiter(clock, 60);
});

it('an address is blocked after 60 failures, for the rest of the minute', () => {
  fail('10.0.0.1', 59);
  expect(sut.blockedForSeconds('10.0.0.1')).toBe(0);
  clock.advance(20_000);
  fail('10.0.0.1', 1);
  expect(sut.blockedForSeconds('10.0.0.1')).toBe(40);
  expect(sut.blockedForSeconds('10.0.0.2')).toBe(0);
  clock.advance(40_000);
  expect(sut.blockedForSeconds('10.0.0.1')).toBe(0);
  expect(sut.failed('10.0.0.1')).toBe(1);
});

it('an address is blocked for no longer than a minute when the clock is set back', () => {
  fail('10.0.0.1', 60);
  clock.jump(-8 * 3_600_000);
  expect(sut.blockedForSeconds('10.0.0.1')).toBe(60);
  clock.advance(60_000);
  expect(sut.blockedForSeconds('10.0.0.1')).toBe(0);
});

it('the addresses of one IPv6 /64 network are counted together', () => {
  fail('2001:db8:1:2::1', 30);
  fail('2001:db8:1:2:ffff::9', 30);
  expect(sut.blockedForSeconds('2001:db8:1:2:3:4:5:6')).toBe(60);
  expect(sut.blockedForSeconds('2001:db8:1:3::1')).toBe(0);
});

it('each IPv4 address in IPv6 form is counted separately', () => {
  fail('::ffff:10.0.0.1', 60);
  expect(sut.blockedForSeconds('::ffff:10.0.0.1')).toBe(60);
  expect(sut.blockedForSeconds('::ffff:10.0.0.2')).toBe(0);
});

it('the oldest of more than 10,000 addresses is forgotten', () => {
  fail('10.0.0.1', 60);
  for (let i = 0; i < 10_000; i++) sut.failed(`172.16.${i >> 8}.${i & 255}`);
  expect(sut.blockedForSeconds('10.0.0.1')).toBe(0);
});
