import { IsBoolean, IsOptional } from 'class-validator';
import { Nested, NestedMap, Setting, ToolPolicyConfig } from '../../config/index.js';

/** A group, or all of them. */
export class GroupConfig {
  @Setting({ doc: 'Answer in this group only when mentioned.', inChats: true })
  @IsOptional()
  @IsBoolean()
  requireMention?: boolean;

  @Nested(() => ToolPolicyConfig, { doc: "Tools of this group, instead of those of the agent's own policy." })
  tools?: ToolPolicyConfig;

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'By sender, written as in `allowFrom`, or `*`; wins over `tools`.',
  })
  toolsBySender?: Record<string, ToolPolicyConfig>;
}
