import { Injectable } from '@nestjs/common';
import {
  type ActionOutcome,
  type Author,
  type ChannelConnector,
  ConnectorRegistry,
  editsMessages,
  managesGroups,
  normalizesSenders,
  reacts,
  type SenderId,
  setsGroupIcon,
  type Target,
  unsendsMessages,
} from '../../channels/index.js';
import type { OutboundFile } from '../../delivery/index.js';
import { MediaStore } from '../../media/index.js';
import { type MessageOrder, textOf } from './message-order.js';

const NOT_HERE: ActionOutcome = {
  kind: 'failed',
  code: 'not-supported',
  detail: 'the channel cannot do this',
};

const GONE: ActionOutcome = { kind: 'failed', code: 'rejected', detail: 'the picture is no longer kept' };

/** Has a connector perform an action that is not a message: one attempt, at once. */
@Injectable()
export class RemoteActions {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly media: MediaStore,
  ) {}

  /** Never throws for remote faults. */
  async perform(order: MessageOrder, author: Author, signal: AbortSignal): Promise<ActionOutcome> {
    const { action, target, messageId, part, input, file } = order;
    const connector = this.registry.get(target.channel);
    if (action === 'setGroupIcon' && file) return this.setIcon(connector, { target, file }, signal);
    if (messageId === undefined) return this.manage(connector, order, signal);
    const message = { target, messageId, ...(part === undefined ? {} : { part }) };
    if (action === 'react' && reacts(connector))
      return connector.react(
        message,
        { emoji: textOf(input, 'emoji'), isRemoved: input.remove === true },
        signal,
      );
    if (action === 'edit' && editsMessages(connector))
      return connector.edit(message, { text: textOf(input, 'text'), author }, signal);
    if (action === 'unsend' && unsendsMessages(connector)) return connector.unsend(message, signal);
    return this.manage(connector, order, signal);
  }

  private async setIcon(
    connector: ChannelConnector,
    { target, file: { media, mimeType } }: { readonly target: Target; readonly file: OutboundFile },
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    if (!setsGroupIcon(connector)) return NOT_HERE;
    const content = await this.media.open(media.id);
    return content ? connector.setGroupIcon(target, { content, mimeType }, signal) : GONE;
  }

  private async manage(
    connector: ChannelConnector,
    { action, target, input }: MessageOrder,
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    if (!managesGroups(connector)) return NOT_HERE;
    const who = () => senderOf(connector, target, textOf(input, 'address'));
    switch (action) {
      case 'renameGroup':
        return connector.renameGroup(target, textOf(input, 'displayName'), signal);
      case 'addParticipant':
        return connector.addParticipant(target, who(), signal);
      case 'removeParticipant':
        return connector.removeParticipant(target, who(), signal);
      case 'leaveGroup':
        return connector.leaveGroup(target, signal);
      default:
        return NOT_HERE;
    }
  }
}

function senderOf(connector: ChannelConnector, { account }: Target, address: string): SenderId {
  const known = normalizesSenders(connector) ? connector.normalizeSender(account, address) : undefined;
  return known ?? (address as SenderId);
}
