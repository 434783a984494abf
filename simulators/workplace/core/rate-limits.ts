import type { Clock } from '../common/clock.js';
import { throttled } from '../http/problems.js';
import { HttpFailure } from '../http/answer.js';
import type { Limits } from '../common/limits.js';

type Kind = 'send' | 'get';

interface Window {
  readonly seconds: number;
  readonly calls: number;
}

/** Limits per bot and conversation (workchat-wire 3.4). */
const WINDOWS: Readonly<Record<Kind, readonly Window[]>> = {
  send: [
    { seconds: 1, calls: 7 },
    { seconds: 2, calls: 8 },
    { seconds: 30, calls: 60 },
    { seconds: 3600, calls: 1800 },
  ],
  get: [
    { seconds: 1, calls: 14 },
    { seconds: 2, calls: 16 },
    { seconds: 30, calls: 120 },
    { seconds: 3600, calls: 3600 },
  ],
};
const PER_TENANT: readonly Window[] = [{ seconds: 1, calls: 50 }];
const LEGACY_MEMBERS: readonly Window[] = [{ seconds: 60, calls: 5 }];

/** Counts calls in sliding windows; refused calls count too, so that a tight loop never succeeds (3.7). */
export class RateLimits {
  private readonly calls = new Map<string, number[]>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: Limits,
  ) {}

  /** @throws 429 with `Retry-After` when a window is full */
  count(kind: Kind, tenantId: string, conversationId: string): void {
    this.check(`${kind} ${conversationId}`, WINDOWS[kind]);
    this.check(`tenant ${tenantId}`, PER_TENANT);
  }

  /** Counts the old `GET members` call: 5 a minute. */
  countLegacyMembers(conversationId: string): void {
    this.check(`members ${conversationId}`, LEGACY_MEMBERS);
  }

  forget(): void {
    this.calls.clear();
  }

  private check(key: string, windows: readonly Window[]): void {
    if (!this.limits.enforceRates) return;
    const now = this.clock.now();
    const longest = Math.max(...windows.map(({ seconds }) => seconds)) * 1000;
    const recent = (this.calls.get(key) ?? []).filter((at) => at > now - longest);
    recent.push(now);
    this.calls.set(key, recent);
    const full = windows.find(
      ({ seconds, calls }) => recent.filter((at) => at > now - seconds * 1000).length > calls,
    );
    if (full) throw new HttpFailure(throttled(full.seconds));
  }
}
