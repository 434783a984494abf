import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerOptions } from '@nestjs/throttler';
import { AccessControlModule, type AuthenticatedRequest, ScopeGuard } from '../../access-control/index.js';
import { DataApiConfig } from '../../config/index.js';
import { KeyLimits } from './key-limits.service.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { WindowStorage } from './window-storage.js';

const WINDOWS = [
  ['minute', 60_000, 'perMinute'],
  ['hour', 3_600_000, 'perHour'],
  ['day', 86_400_000, 'perDay'],
] as const;

/** The counts of requests, for the guard and for operators. */
@Module({
  imports: [AccessControlModule],
  providers: [KeyLimits, RateLimitRepository, WindowStorage],
  exports: [KeyLimits, WindowStorage],
})
export class WindowStorageModule {}

/**
 * Checks the limits of API keys with the throttler as a global guard, then their scopes. Global guards run in the order
 * in which the application imports their modules: this one must come after AccessControlModule, or every route for keys
 * fails.
 */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      imports: [WindowStorageModule],
      inject: [DataApiConfig, WindowStorage],
      useFactory: (config: DataApiConfig, storage: WindowStorage) => ({
        throttlers: WINDOWS.map((window) => toThrottler(window, config)),
        storage,
      }),
    }),
  ],
  providers: [
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
  ],
})
export class LimitsModule {}

/** The key's own limit, where the operator has set one, else the limit of the configuration, read for each request. */
function toThrottler(
  [name, ttl, setting]: (typeof WINDOWS)[number],
  config: DataApiConfig,
): ThrottlerOptions {
  const limit = (context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().apiKey?.limits[setting] ??
    config.limits[setting];
  return { name, ttl, limit };
}
