import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { ToolResult } from '../runtime.js';

/**
 * `waiting`: for a person's approval; `refused`: nothing was called, since a limit or a hold forbids it, or since no one
 * may approve it; `interrupted`: it may or may not have happened.
 */
export type ToolCallOutcome = 'done' | 'failed' | 'waiting' | 'refused' | 'interrupted';

/** Counts the calls of tools. No label names a person, or a tool: a server names its tools as it likes. */
@Injectable()
export class ToolCallCounter {
  private readonly calls: Counter<'server' | 'outcome'>;

  constructor(registry: Registry) {
    this.calls = new Counter({
      name: 'gatehouse_tool_calls_total',
      help: 'Tool calls by server (mcp.servers; message for the built-in tool) and outcome (done, failed, waiting, refused, interrupted).',
      labelNames: ['server', 'outcome'],
      registers: [registry],
    });
  }

  /** @returns the result that the call had */
  count(server: string, outcome: ToolCallOutcome, result: ToolResult): ToolResult {
    this.calls.inc({ server, outcome });
    return result;
  }
}
