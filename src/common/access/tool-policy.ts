/**
 * The tools that may be used: `deny` wins, then `allow` and `alsoAllow`; without `allow`, every tool. Calls in `ask` wait
 * for a person's approval, and so do those of MCP servers that are not in `trust`.
 */
export interface ToolPolicy {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly alsoAllow?: readonly string[];
  readonly trust?: readonly string[];
  readonly ask?: readonly string[];
}

/** Actions besides sending text that an assistant or an operator may ask of a channel. Each is also a feature. */
export const ACTIONS = [
  'react',
  'edit',
  'unsend',
  'reply',
  'sendWithEffect',
  'sendAttachment',
  'card',
  'poll',
  'renameGroup',
  'setGroupIcon',
  'addParticipant',
  'removeParticipant',
  'leaveGroup',
] as const;
export type ActionName = (typeof ACTIONS)[number];

/** Actions of the `message` tool under the names that policies use; `card` means cards in its messages. */
const MESSAGE_POLICY_NAMES = ['send', ...ACTIONS, 'pollResults'] as const;
export type MessagePolicyName = (typeof MESSAGE_POLICY_NAMES)[number];

/** The entries of a policy about MCP servers: all, one (`mcp.files`), or a tool of one (`mcp.files.read_file`). */
export const MCP_POLICY_ENTRY = /^mcp(?:\.(?<server>[a-z0-9-]+)(?:\.(?<tool>\S+))?)?$/;

/** Every other entry that a policy may contain: everything, a tool, or one action of a tool. */
export const TOOL_POLICY_ENTRIES: readonly string[] = [
  '*',
  'message',
  ...MESSAGE_POLICY_NAMES.map((name) => `message.${name}`),
];
