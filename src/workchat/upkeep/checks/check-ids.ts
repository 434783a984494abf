/** In the order in which a person would look. */
export const CHECK_IDS = [
  'credentials',
  'expiry',
  'clock',
  'keys',
  'listener',
  'endpoint',
  'calls',
  'permissions',
  'names',
  'package',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];
