import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { REPLY_STYLES, type ReplyStyle } from '../../channels/index.js';
import { Nested, NestedMap, Setting, ToolPolicyConfig } from '../../config/index.js';

/** Settings that a channel or a whole team may have of its own. */
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

  @Nested(() => ToolPolicyConfig, { doc: "Tools here, instead of those of the agent's own policy." })
  tools?: ToolPolicyConfig;

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'By sender (directory object ID), or `*`; takes precedence over `tools`.',
  })
  toolsBySender?: Record<string, ToolPolicyConfig>;
}

export class TeamConfig extends ChannelConfig {
  @NestedMap(() => ChannelConfig, {
    doc: 'Channels of the team, by conversation ID or name, or `*`. If there are any, only these are listed.',
  })
  channels?: Record<string, ChannelConfig>;
}
