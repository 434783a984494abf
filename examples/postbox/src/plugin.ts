import { Module } from '@nestjs/common';
import { type ChannelSetup, definePlugin } from 'gatehouse/plugin';
import { postboxCommands } from './postbox.commands.js';
import { POSTBOX } from './postbox.config.js';
import { PostboxConnector } from './postbox.connector.js';

@Module({ providers: [PostboxConnector] })
class PostboxModule {}

const setup: ChannelSetup = {
  channel: 'postbox',
  hint: 'a service that takes and brings messages by HTTP',
  questions: [
    {
      setting: 'url',
      message: 'Address of the service',
      option: 'service-url <url>',
      help: 'address of the service',
      kind: 'text',
      isRequired: true,
    },
    {
      setting: 'secret',
      message: 'Secret that the service and the gateway share',
      option: 'secret <secret>',
      help: 'what the service and the gateway share',
      kind: 'secret',
      isRequired: true,
    },
  ],
};

export default definePlugin({
  module: PostboxModule,
  sections: [POSTBOX],
  setup,
  commands: postboxCommands,
});
