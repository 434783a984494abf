import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { PairingRepository } from './pairing.repository.js';
import { PairingRetention } from './pairing-retention.repository.js';
import { PairingService } from './pairing.service.js';

/** Requests of unknown senders, and the decisions about them. */
@Module({
  imports: [AccessControlModule],
  providers: [PairingRepository, PairingRetention, PairingService],
  exports: [PairingService],
})
export class PairingModule {}
