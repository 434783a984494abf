import { UntrustedForwarding } from './untrusted-forwarding.js';

describe('the memory of untrusted forwarding', () => {
  it.each([
    [[], undefined],
    [['203.0.113.7'], '203.0.113.7'],
    [['203.0.113.7', '198.51.100.2'], '203.0.113.7'],
    [['203.0.113.7', '172.18.0.3', '10.0.0.1'], '172.18.0.3'],
    [['2001:db8::1', 'fd00::5'], 'fd00::5'],
    [['172.32.0.1', '192.168.1.1'], '192.168.1.1'],
    [['', 'no address'], undefined],
  ])('of the peers %j is %s: one of our own net before a stranger', (peers, expected) => {
    const sut = new UntrustedForwarding();
    for (const peer of peers) sut.remember(peer);
    expect(sut.peer).toBe(expected);
  });
});
