import type { Check } from '../../../common/index.js';
import { CHECK_IDS } from './check-ids.js';
import type { CheckSubject } from './check-subject.js';
import type { Examination } from './examination.js';

/** The checks of the channel, and their examination; its code is loaded when one is run. */
export function channelChecks(subject: CheckSubject): {
  readonly checks: readonly Check[];
  readonly examination: () => Promise<Examination>;
} {
  let loading: Promise<Examination> | undefined;
  const examination = () =>
    (loading ??= import('./examination.js').then((code) => new code.Examination(subject)));
  const checks = CHECK_IDS.map((id) => ({
    id,
    run: async (signal: AbortSignal) => (await examination()).look(id, signal),
  }));
  return { checks, examination };
}
