import { isIPv6 } from 'node:net';
import type { Clock } from '../time/clock.js';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

interface Window {
  failures: number;
  endsAt: number;
}

/**
 * Counts refused credentials per client address in windows of one minute: after `limit` the address has to wait.
 * An IPv6 client counts by its /64, which is the range of one host. Memory is bounded: when 10,000 addresses are
 * known, the oldest one makes room.
 */
export class FailureLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
  ) {}

  /** Seconds until this address may try again; 0 = now. */
  blockedForSeconds(address: string): number {
    if (this.windows.size === 0) return 0;
    const window = this.current(keyOf(address));
    return window && window.failures >= this.limit ? Math.ceil((window.endsAt - this.clock.now()) / 1000) : 0;
  }

  /** @returns the number of failures of this address in the current window */
  failed(address: string): number {
    const key = keyOf(address);
    const window = this.current(key) ?? this.open(key);
    return ++window.failures;
  }

  private current(key: string): Window | undefined {
    const window = this.windows.get(key);
    if (!window) return undefined;
    const now = this.clock.now();
    // Otherwise, setting a clock back would lock the address out for that long.
    window.endsAt = Math.min(window.endsAt, now + WINDOW_MS);
    if (window.endsAt > now) return window;
    this.windows.delete(key);
    return undefined;
  }

  private open(key: string): Window {
    const oldest = this.windows.size >= MAX_ADDRESSES ? this.windows.keys().next().value : undefined;
    if (oldest !== undefined) this.windows.delete(oldest);
    const window = { failures: 0, endsAt: this.clock.now() + WINDOW_MS };
    this.windows.set(key, window);
    return window;
  }
}

function keyOf(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
