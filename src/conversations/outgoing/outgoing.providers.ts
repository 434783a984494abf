import type { Provider } from '@nestjs/common';
import { GivenFiles } from './given-files.service.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import { KnownMessages } from './known-messages.service.js';
import { OutgoingMessages } from './outgoing-messages.service.js';
import { RemoteActions } from './remote-actions.service.js';

/** What is sent and done besides answers, whoever asks for it: an assistant by its tools, or an operator. */
export const OUTGOING_PROVIDERS: readonly Provider[] = [
  GivenFiles,
  KnownMessages,
  KnownMessagesRepository,
  OutgoingMessages,
  RemoteActions,
];
