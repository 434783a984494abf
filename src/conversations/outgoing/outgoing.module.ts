import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/index.js';
import { MediaModule } from '../../media/index.js';
import { TranscriptModule } from '../transcript/transcript.module.js';
import { GivenFiles } from './given-files.service.js';
import { KnownMessages } from './known-messages.service.js';
import { OutgoingMessages } from './outgoing-messages.service.js';
import { RemoteActions } from './remote-actions.service.js';

/** The one way out for messages and actions that are no answer: an assistant's by its tools, and an operator's. */
@Module({
  imports: [DeliveryModule, MediaModule, TranscriptModule],
  providers: [GivenFiles, KnownMessages, OutgoingMessages, RemoteActions],
  exports: [GivenFiles, KnownMessages, OutgoingMessages, RemoteActions],
})
export class OutgoingModule {}
