import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { HoldsModule } from '../holds/holds.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { LoopsModule } from './loops/loops.module.js';
import { AskedApprovals } from './asked-approvals.service.js';
import { EchoGate, InboundGate, MentionGate, QuietPlaces } from './inbound-gate.service.js';
import { SelfChatEchoes } from './self-chat-echoes.service.js';
import { SenderGate } from './sender-gate.service.js';

/** Decides whether an event is let in, remembered, answered with a pairing code, or dropped. */
@Module({
  imports: [AccessControlModule, DeliveryModule, HoldsModule, InboxModule, LoopsModule],
  providers: [AskedApprovals, EchoGate, InboundGate, MentionGate, QuietPlaces, SelfChatEchoes, SenderGate],
  exports: [AskedApprovals, InboundGate, SelfChatEchoes, SenderGate],
})
export class GateModule {}
