/** The question about direct messages, without its choices: those of channels differ. */
export const DM_POLICY_QUESTION = {
  setting: 'dmPolicy',
  step: 'People',
  message: 'Who may write to the assistant directly?',
  option: 'dm-policy <policy>',
  kind: 'choice',
} as const;
