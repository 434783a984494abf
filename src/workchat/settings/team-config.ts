import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { REPLY_STYLES, type ReplyStyle } from '../../channels/index.js';
import { Nested, NestedMap, Setting, ToolPolicyConfig } from '../../config/index.js';

/** Settings of a single channel or a whole team. */
export class ChannelConfig {
  @Setting({ doc: 'Answer here only when mentioned.' })
  @IsOptional()
  @IsBoolean()
  requireMention?: boolean;

  @Setting({
    doc: 'Where answers go: the thread of the question, or a new post.',
    type: REPLY_STYLES.join(' | '),
  })
  @IsOptional()
  @IsIn(REPLY_STYLES)
  replyStyle?: ReplyStyle;

  @Nested(() => ToolPolicyConfig, { doc: "Tools here, instead of the agent's policy." })
  tools?: ToolPolicyConfig;

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'Tools by sender (directory object ID) or `*`; takes precedence over `tools`.',
  })
  toolsBySender?: Record<string, ToolPolicyConfig>;
}

export class TeamConfig extends ChannelConfig {
  @NestedMap(() => ChannelConfig, {
    doc: 'Channels of the team, by conversation ID or name, or `*`. If set, only these count as listed.',
  })
  channels?: Record<string, ChannelConfig>;
}
