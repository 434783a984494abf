import { Injectable } from '@nestjs/common';
import { AGENTS, compilePattern, GatehouseConfig, MESSAGES, PATTERN_TEXT_CHARS } from '../../config/index.js';

/**
 * The patterns by which people mention an agent: `agents.list[].groupChat.mentionPatterns`, else those of `messages`.
 */
@Injectable()
export class MentionPatterns {
  /** Compiled patterns, by their source. */
  private readonly compiled = new Map<string, RegExp>();

  constructor(private readonly config: GatehouseConfig) {}

  /** Whether a text mentions the agent. */
  matches(text: string, agentId: string): boolean {
    // The time a pattern may take was measured for texts of this length.
    const start = text.slice(0, PATTERN_TEXT_CHARS);
    return this.patternsOf(agentId).some((pattern) => pattern.test(start));
  }

  /** Whether a text is only a mention of the agent: `@bot`, `Bot:`. */
  isAddress(text: string, agentId: string): boolean {
    return this.patternsOf(agentId).some((pattern) => {
      const found = pattern.exec(text)?.[0] ?? '';
      return found !== '' && !/[\p{L}\p{N}]/u.test(text.replace(found, ''));
    });
  }

  private patternsOf(agentId: string): RegExp[] {
    const agent = this.config.get(AGENTS).list.find(({ id }) => id === agentId);
    const patterns = agent?.groupChat.mentionPatterns ?? this.config.get(MESSAGES).groupChat.mentionPatterns;
    return patterns.map((pattern) => this.compile(pattern));
  }

  private compile(pattern: string): RegExp {
    const known = this.compiled.get(pattern) ?? compilePattern(pattern);
    this.compiled.set(pattern, known);
    return known;
  }
}
