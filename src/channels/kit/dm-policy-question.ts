/** The question who may write to the assistant directly, which every channel's setup asks. */
export const DM_POLICY_QUESTION = {
  setting: 'dmPolicy',
  step: 'People',
  message: 'Who may write to the assistant directly?',
  option: 'dm-policy <policy>',
  help: 'direct messages (default: pairing)',
  kind: 'choice',
  choices: [
    { value: 'pairing', hint: 'unknown senders get a code that you approve' },
    { value: 'allowlist', hint: 'only people on the list' },
    { value: 'open', hint: 'everyone' },
    { value: 'disabled', hint: 'no direct messages' },
  ],
} as const;
