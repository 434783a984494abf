import { type ActionName, ACTIONS } from '../common/index.js';

/** How well a feature works; an absent key means `rejected`. */
export type Support = 'rejected' | 'dropped' | 'partial' | 'full';

export { type ActionName, ACTIONS };

/**
 * `threads`: posts have threads, and an answer can go to one or start another. `stream`: an answer is shown in its
 * message while it is written. `textFormatting`: the styles of a model's answer are shown although `text.format` is
 * `plain`. `approval`: a request for an approval is shown with buttons, and shows its end in their place.
 */
export const FEATURES = [
  'typing',
  'readReceipts',
  'reconcile',
  'probe',
  'threads',
  'stream',
  'textFormatting',
  'approval',
  ...ACTIONS,
] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * A channel's features as data. An unlisted feature counts as rejected, and a contract test compares the data with the
 * implemented interfaces.
 */
export interface ChannelCapabilities {
  /** Raise it with every change of the content. */
  readonly version: number;
  readonly text: { readonly maxChars: number; readonly format: 'plain' | 'markdown' };
  readonly features: Readonly<Partial<Record<Feature, Support>>>;
}
