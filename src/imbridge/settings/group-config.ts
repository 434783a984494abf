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
    doc: 'Who may trigger the assistant in this group, instead of `groupAllowFrom`; written as there.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  users?: string[];

  @Setting({ doc: "Instructions for the assistant in this group, besides the agent's own `systemPrompt`." })
  @IsOptional()
  @IsNotEmpty()
  systemPrompt?: string;

  @Nested(() => ToolPolicyConfig, { doc: "Tools of this group, instead of those of the agent's own policy." })
  tools?: ToolPolicyConfig;

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'By sender, written as in `allowFrom`, or `*`; takes precedence over `tools`.',
  })
  toolsBySender?: Record<string, ToolPolicyConfig>;
}
