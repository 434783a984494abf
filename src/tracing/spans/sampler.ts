/** The samplers of OpenTelemetry that need no remote configuration. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/**
 * Whether a trace is exported.
 * @param caller whether the caller's spans are; undefined without a caller
 */
export type Sampler = (traceId: string, caller: boolean | undefined) => boolean;

/** The number of traces that the 13 digits can tell apart, all of which a double holds. */
const ALL = 2 ** 52;

/**
 * @param ratio the part of the traces that is exported, 0 to 1; every process decides alike, because the digits of the id decide
 */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const isDrawn = (traceId: string) => Number.parseInt(traceId.slice(-13), 16) < ratio * ALL;
  const of: Record<string, (traceId: string) => boolean> = {
    always_on: () => true,
    always_off: () => false,
    traceidratio: isDrawn,
  };
  const root = of[name.replace('parentbased_', '')] ?? (() => true);
  return name.startsWith('parentbased_') ? (traceId, caller) => caller ?? root(traceId) : root;
}
