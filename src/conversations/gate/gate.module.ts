import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { LoopsModule } from './loops/loops.module.js';
import { InboundGate, MentionGate } from './inbound-gate.service.js';
import { SelfChatEchoes } from './self-chat-echoes.service.js';
import { SenderGate } from './sender-gate.service.js';

/** Decides whether an event is let in, remembered, answered with a pairing code, or dropped. */
@Module({
  imports: [AccessControlModule, DeliveryModule, InboxModule, LoopsModule],
  providers: [InboundGate, MentionGate, SelfChatEchoes, SenderGate],
  exports: [InboundGate, SelfChatEchoes, SenderGate],
})
export class GateModule {}
