import { reasons } from '../../../common/index.js';
import { WITHHELD_REASONS } from '../../../mcp/index.js';

/** Why a model is not offered a tool of a server: a row each (ADR 0096). */
export const LEFT_OUT_REASONS = reasons({
  ...WITHHELD_REASONS,
  denied: {
    what: 'The policy denies it: one of `deny` has it, or `allow` is without it.',
    setting: 'agent.tools',
    remedy: 'Take it out of `deny`, or add it to `alsoAllow`, of the agent or of the place.',
  },
  'over-limit': {
    what: 'A model gets at most 127 tools of servers, and 128 kB of their definitions; this one is behind the limit.',
    setting: 'server.tools',
    remedy: 'Name the tools that are needed in {setting}, or deny those that are not.',
  },
  'no-list': {
    what: 'The server has not listed any tool yet.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp list --probe`',
  },
  'not-named': {
    what: 'The agent does not name the server.',
    setting: 'agent.mcp',
    remedy: '`gatehouse config set {list} {server}`',
  },
});
export type LeftOutReason = keyof typeof LEFT_OUT_REASONS;

/** A tool that a model is not offered, or all those of a server. */
export interface LeftOut {
  readonly server: string;
  /** Undefined for all of them. */
  readonly tool?: string;
  readonly reason: LeftOutReason;
  readonly detail?: string | undefined;
}
