import type { ToolDefinition, ToolResult } from '../../assistant/index.js';
import type { ToolPolicy } from '../../common/index.js';
import type { AgentConfig } from '../../config/index.js';
import type { ClaimedJob } from '../../persistence/index.js';
import type { StoredEvent, Utterance } from '../../conversations/index.js';

/** A turn that may use tools. */
export interface ToolTurn {
  readonly job: ClaimedJob;
  readonly stored: StoredEvent<Utterance>;
  /** Whether the sender may reach other conversations through the assistant. */
  readonly isAuthorized: () => boolean;
  readonly policy: ToolPolicy;
  /** Its MCP servers are those whose tools it may have. */
  readonly agent: Pick<AgentConfig, 'id' | 'mcp'>;
  readonly maxSteps: number;
}

/** Tools of one kind, as one turn may use them. */
export interface ToolOffer {
  /** The same object in each turn with the same tools. */
  readonly definitions: readonly ToolDefinition[];
  /** How to read their results, for the model. */
  readonly instructions?: string;
  /** Calls a tool of these definitions. Throws as a tool box does. */
  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
}
