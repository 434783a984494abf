import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { ToolResult } from '../../../../assistant/index.js';

/**
 * `waiting`: for a person's approval; `refused`: nothing was called, since the policy, the arguments or a limit forbid it;
 * `interrupted`: it may or may not have happened.
 */
export type ToolCallOutcome = 'done' | 'failed' | 'waiting' | 'refused' | 'interrupted';

/** Counts the calls of tools. No label names a person or a tool, which a server names as it likes. */
@Injectable()
export class ToolCallCounter {
  private readonly calls: Counter<'server' | 'outcome'>;

  constructor(registry: Registry) {
    this.calls = new Counter({
      name: 'gatehouse_tool_calls_total',
      help: 'Calls of tools by server (mcp.servers; `message` for our own tool) and outcome (done, failed, waiting, refused, interrupted).',
      labelNames: ['server', 'outcome'],
      registers: [registry],
    });
  }

  count(server: string, outcome: ToolCallOutcome): void {
    this.calls.inc({ server, outcome });
  }

  /** Counts a call that was made, by its result. @returns the same result */
  made(server: string, result: ToolResult): ToolResult {
    this.count(server, result.ok ? 'done' : 'failed');
    return result;
  }
}
