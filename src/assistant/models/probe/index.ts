import type { probeRuntime as probe } from './probe-runtime.js';

export type { ProbeNote, ProbeReport } from './model-probe.js';

/** The function of that name; its code is loaded when someone asks. */
export const probeRuntime: typeof probe = async (...asked) =>
  (await import('./probe-runtime.js')).probeRuntime(...asked);
