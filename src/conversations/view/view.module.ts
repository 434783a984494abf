import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/index.js';
import { ConversationViewRepository } from './conversation-view.repository.js';
import { Conversations } from './conversations.service.js';
import { TimelineRepository } from './timeline.repository.js';
import { Timelines } from './timelines.service.js';

/** Conversations and what became of each message, as operators see them. */
@Module({
  imports: [DeliveryModule],
  providers: [Conversations, ConversationViewRepository, TimelineRepository, Timelines],
  exports: [Conversations, Timelines],
})
export class ViewModule {}
