/** The lengths of the periods that are kept, ms; those of a day are of UTC. */
const LENGTHS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const STEPS = ['minute', 'hour', 'day'] as const;
export type Step = (typeof STEPS)[number];

export const MINUTE_MS = LENGTHS.minute;
export const HOUR_MS = LENGTHS.hour;
export const DAY_MS = LENGTHS.day;

export const lengthOf = (step: Step): number => LENGTHS[step];

/** The start of the period with this moment in it. */
export const startOf = (step: Step, at: number): number => at - (at % LENGTHS[step]);

/** The windows that can be asked for: so many steps, the present one included. */
export const FIGURE_WINDOWS = ['1h', '24h', '30d'] as const;
export type FigureWindow = (typeof FIGURE_WINDOWS)[number];

export const WINDOWS: Readonly<Record<FigureWindow, { readonly step: Step; readonly count: number }>> = {
  '1h': { step: 'minute', count: 60 },
  '24h': { step: 'hour', count: 24 },
  '30d': { step: 'day', count: 30 },
};
