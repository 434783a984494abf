import { Injectable } from '@nestjs/common';
import { Assistant } from '../../../assistant/index.js';
import type { ToolPolicy } from '../../../common/index.js';
import { type AgentConfig, GatehouseConfig, MCP } from '../../../config/index.js';
import { Mcp, type ServerTools } from '../../../mcp/index.js';
import { chooseTools, type ToolChoice } from './tool-choice.js';

/** Choices that are remembered; policies are as many as the configuration has. */
const MOST_KEPT = 200;

interface Kept {
  readonly lists: readonly (ServerTools | undefined)[];
  readonly choice: ToolChoice;
}

/** Knows which tools of servers an agent has under a policy. No I/O. */
@Injectable()
export class ToolChoices {
  /** The same object for equal policies while no list changes: its tokens are counted once. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly mcp: Mcp,
    private readonly assistant: Assistant,
    private readonly config: GatehouseConfig,
  ) {}

  under(policy: ToolPolicy, { id, mcp: named = [] }: Pick<AgentConfig, 'id' | 'mcp'>): ToolChoice {
    const fit = this.assistant.toolFitOf(id);
    const others = Object.keys(this.config.get(MCP).servers).filter((server) => !named.includes(server));
    const servers = [...named, ...others];
    const lists = servers.map((server) => this.mcp.toolsOf(server));
    const key = JSON.stringify([named, others, policy, fit.key]);
    const known = this.kept.get(key);
    if (known?.lists.every((list, index) => list === lists[index])) return known.choice;
    const sources = servers.map((server, index) => ({
      server,
      list: lists[index],
      isNamed: index < named.length,
    }));
    const choice = chooseTools(sources, policy, fit);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(key, { lists, choice });
    return choice;
  }
}
