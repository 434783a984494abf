/** Events of groups; each brings a row of its own. */
export const GROUP_EVENTS = [
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
  'participant-added',
  'participant-removed',
  'participant-left',
] as const;
