/**
 * A kind of things that have changed, which is all that a listener is told: events that ended, deliveries (states, attempts, receipts),
 * accounts, alerts, and loop breaks. All are in lists that every role may read.
 */
export const HINTS = ['event', 'delivery', 'account', 'alert', 'loop'] as const;
export type Hint = (typeof HINTS)[number];

/** A text for each kind that is another one once what it stands for is. */
export type Marks = Readonly<Record<Hint, string>>;
