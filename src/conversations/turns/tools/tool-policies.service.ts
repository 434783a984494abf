import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent } from '../../../channels/index.js';
import type { ToolPolicy } from '../../../common/index.js';
import { type AgentConfig, AGENTS, GatehouseConfig } from '../../../config/index.js';
import { agentOf } from '../../sessions/session-key.js';
import { combine } from './tool-policy.js';

/** A place and a person there. */
type Asker = Pick<InboundEvent, 'channel' | 'account' | 'conversation' | 'sender'>;

/** Knows what an agent may do for a person in a place, by the configuration as it is now. */
@Injectable()
export class ToolPolicies {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
  ) {}

  agentOf(sessionKey: string): AgentConfig | undefined {
    return this.config.get(AGENTS).list.find(({ id }) => id === agentOf(sessionKey));
  }

  policyFor(agent: AgentConfig, asker: Asker): ToolPolicy {
    return combine(policyOfSender(agent, asker), this.policyOfPlace(asker));
  }

  private policyOfPlace({ channel, account, conversation, sender }: Asker): ToolPolicy | undefined {
    if (conversation.kind === 'direct') return undefined;
    const { tools, toolsBySender } = this.registry.account(channel, account).group(conversation);
    return toolsBySender?.[`sender:${sender.id}`] ?? toolsBySender?.['*'] ?? tools;
  }
}

const policyOfSender = ({ tools, toolsBySender }: AgentConfig, { channel, sender }: Asker): ToolPolicy =>
  toolsBySender?.[`${channel}:${sender.id}`] ?? toolsBySender?.['*'] ?? tools;
