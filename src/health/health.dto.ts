import type { HealthCheckResult } from '@nestjs/terminus';

/** Answer of `/readyz`: names what is down, never why, since anyone may ask. */
export interface ReadinessView {
  readonly status: HealthCheckResult['status'];
  /** `up`, `down` or `degraded` by part. */
  readonly checks: Readonly<Record<string, string>>;
}

export function toReadinessView({ status, details }: HealthCheckResult): ReadinessView {
  const checks = Object.entries(details).map(([name, result]) => [name, result.status]);
  return { status, checks: Object.fromEntries(checks) as Record<string, string> };
}
