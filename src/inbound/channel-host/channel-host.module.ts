import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/index.js';
import { InboundModule } from '../inbound.module.js';
import { AccountStateGauge } from './account-state-gauge.js';
import { AccountStates } from './account-states.service.js';
import { AccountStatesRepository } from './account-states.repository.js';
import { ChannelHost } from './channel-host.js';

/** Connects the accounts of all channels. */
@Module({
  imports: [DeliveryModule, InboundModule],
  providers: [AccountStateGauge, AccountStates, AccountStatesRepository, ChannelHost],
  exports: [ChannelHost],
})
export class ChannelHostModule {}
