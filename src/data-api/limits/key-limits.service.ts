import { Injectable } from '@nestjs/common';
import { type ApiKey, ApiKeys } from '../../access-control/index.js';
import { Clock } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { RateLimitRepository } from './rate-limit.repository.js';

const SETTINGS = { minute: 'perMinute', hour: 'perHour', day: 'perDay' } as const;

/** A key that is refused until the end of a window. */
export interface ReachedLimit {
  readonly key: ApiKey;
  readonly period: keyof typeof SETTINGS;
  readonly limit: number;
  /** Epoch ms. */
  readonly until: number;
  /** The setting that has the limit; undefined for the key's own. */
  readonly setting: string | undefined;
}

/** Tells operators which API keys have used up a limit. */
@Injectable()
export class KeyLimits {
  constructor(
    private readonly windows: RateLimitRepository,
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
      const name = SETTINGS[period as keyof typeof SETTINGS];
      const own = key?.limits[name];
      const limit = own ?? this.config.limits[name];
      if (!key || hits < limit) return [];
      const setting = own === undefined ? `dataApi.limits.${name}` : undefined;
      return [{ key, period: period as keyof typeof SETTINGS, limit, until: endsAt, setting }];
    });
  }
}
