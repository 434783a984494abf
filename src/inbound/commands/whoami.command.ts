import { Injectable } from '@nestjs/common';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

/** Shows how the gateway identifies the sender and the place: the values for lists and bindings. */
@Injectable()
export class WhoamiCommand implements ChatCommand {
  readonly name = 'whoami';
  readonly concerns = 'speaker';
  readonly usage = '/whoami';
  readonly summary = 'how the gateway knows you and this conversation';

  run({ stored: { event, sessionKey } }: CommandCall): CommandAnswer {
    const { sender, conversation, channel, account, accessKeys } = event;
    const lines = [
      `sender: ${sender.id}${sender.name === undefined ? '' : ` (${sender.name})`}`,
      `channel: ${channel}, account ${account}`,
      `conversation: ${conversation.id} (${conversation.kind})`,
      `session: ${sessionKey}`,
      `access keys: ${accessKeys.join(', ')}`,
    ];
    return { text: lines.join('\n') };
  }
}
