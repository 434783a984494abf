import { IsBoolean, IsNotEmpty, IsOptional } from 'class-validator';
import { AreStrings, Nested, NestedMap, Setting, ToolPolicyConfig } from '../../config/index.js';

/** A group, or all of them. */
export class GroupConfig {
  @Setting({ doc: 'Answer in this group only when mentioned.', inChats: true })
  @IsOptional()
  @IsBoolean()
  requireMention?: boolean;

  @Setting({ doc: 'Whether the gateway accepts anything from this group.', inChats: true })
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @Setting({
    doc: 'Who may trigger the assistant in this group, instead of `groupAllowFrom` and in the same form.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  users?: string[];

  @Setting({
    doc: "Instructions for the assistant in this group, in addition to the agent's `systemPrompt`.",
  })
  @IsOptional()
  @IsNotEmpty()
  systemPrompt?: string;

  @Nested(() => ToolPolicyConfig, { doc: "Tools in this group, instead of the agent's policy." })
  tools?: ToolPolicyConfig;

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'Tools by sender (as in `allowFrom`) or `*`; takes precedence over `tools`.',
  })
  toolsBySender?: Record<string, ToolPolicyConfig>;
}
