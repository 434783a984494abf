import { Module } from '@nestjs/common';
import { definePlugin } from 'gatehouse/plugin';
import { postboxCommands } from './postbox.commands.js';
import { POSTBOX } from './postbox.config.js';
import { PostboxConnector } from './postbox.connector.js';

@Module({ providers: [PostboxConnector] })
class PostboxModule {}

export default definePlugin({
  module: PostboxModule,
  sections: [POSTBOX],
  setup: {
    channel: 'postbox',
    hint: 'a service that takes and brings messages by HTTP',
    questions: [
      {
        setting: 'url',
        message: 'Address of the service',
        option: 'service-url <url>',
        kind: 'text',
        isRequired: true,
      },
      {
        setting: 'secret',
        message: 'Secret shared with the service',
        option: 'secret <secret>',
        kind: 'secret',
        isRequired: true,
      },
    ],
  },
  commands: postboxCommands,
});
