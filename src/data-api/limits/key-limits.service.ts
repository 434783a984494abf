import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { type ApiKey, ApiKeys, type AuthenticatedRequest } from '../../access-control/index.js';
import { Clock } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { type OpenWindow, RateLimitRepository } from './rate-limit.repository.js';
import { WindowStorage } from './window-storage.js';
import type { WindowRecord } from './window-count.js';

/** A window that has counted the request. */
export interface WindowState extends WindowRecord {
  readonly limit: number;
}

/**
 * The window to report to a caller: among those that refuse, the one that opens last, so that waiting for it is enough;
 * else the one with the fewest requests left, and among equals the one that ends last.
 */
export function tightest(states: readonly WindowState[]): WindowState {
  return states.reduce((found, state) => (isTighter(state, found) ? state : found));
}

function isTighter(a: WindowState, b: WindowState): boolean {
  if (a.isBlocked !== b.isBlocked) return a.isBlocked;
  const remaining = a.limit - a.totalHits - (b.limit - b.totalHits);
  if (a.isBlocked || remaining === 0) return a.timeToExpire > b.timeToExpire;
  return remaining < 0;
}

/** The windows of the limits, by name. */
export type Period = 'minute' | 'hour' | 'day';

/** A counted request of an API key. */
export interface CountedRequest extends AuthenticatedRequest {
  windows?: Readonly<Record<Period, WindowState>>;
}

/** The windows of the calling key, this request included; only on routes with @RequiresKey. */
export const CurrentWindows = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { windows } = context.switchToHttp().getRequest<CountedRequest>();
  if (!windows) throw new Error('CurrentWindows on a route whose requests are not counted');
  return windows;
});

const SETTINGS = { minute: 'perMinute', hour: 'perHour', day: 'perDay' } as const;

/** The requests of a key in one of its windows. */
export interface WindowUsage {
  /** Refused ones included, so it may be above the limit; with those of all keys of one line. */
  readonly used: number;
  readonly limit: number;
  /** Epoch ms; null while no window is open. */
  readonly resetsAt: number | null;
}

export interface KeyWithUsage {
  readonly key: ApiKey;
  readonly usage: Readonly<Record<Period, WindowUsage>>;
}

/** A key that is refused until the end of a window. */
export interface ReachedLimit {
  readonly key: ApiKey;
  readonly period: Period;
  readonly limit: number;
  /** Epoch ms. */
  readonly until: number;
  /** The setting that has the limit; undefined for the key's own. */
  readonly setting: string | undefined;
}

/** Tells operators how much of their limits API keys have used. */
@Injectable()
export class KeyLimits {
  constructor(
    private readonly windows: RateLimitRepository,
    private readonly storage: WindowStorage,
    private readonly keys: ApiKeys,
    private readonly config: DataApiConfig,
    private readonly clock: Clock,
  ) {}

  /** Now, those that are counted highest first. @param most the maximum number */
  async reached(most: number): Promise<readonly ReachedLimit[]> {
    const open = await this.windows.open(this.clock.now(), most);
    const keys = await this.keys.withIds([...new Set(open.map(({ keyId }) => keyId))]);
    return open.flatMap(({ keyId, period, hits, endsAt }) => {
      const key = keys.find(({ id }) => id === keyId);
      const name = SETTINGS[period as Period];
      const own = key?.limits[name];
      const limit = own ?? this.config.limits[name];
      if (!key || hits < limit) return [];
      const setting = own === undefined ? `dataApi.limits.${name}` : undefined;
      return [{ key, period: period as Period, limit, until: endsAt, setting }];
    });
  }

  /** Two statements, however many keys; one where none was made with another. @returns in the order of the keys */
  async withUsage(keys: readonly ApiKey[]): Promise<readonly KeyWithUsage[]> {
    const countedAs = await this.keys.countedAs(keys);
    const open = await this.windows.openOf([...new Set(countedAs.values())], this.clock.now());
    return keys.map((key) => {
      const ofKey = (period: Period) => this.usageIn(period, key, countedAs.get(key.id) ?? key.id, open);
      return { key, usage: { minute: ofKey('minute'), hour: ofKey('hour'), day: ofKey('day') } };
    });
  }

  private usageIn(
    period: Period,
    { limits }: ApiKey,
    keyId: string,
    open: readonly OpenWindow[],
  ): WindowUsage {
    const limit = limits[SETTINGS[period]] ?? this.config.limits[SETTINGS[period]];
    const stored = open.find((each) => each.keyId === keyId && each.period === period);
    const window = this.storage.counted({ keyId, period }) ?? stored;
    return { used: window?.hits ?? 0, limit, resetsAt: window?.endsAt ?? null };
  }
}
