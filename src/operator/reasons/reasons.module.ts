import { Module } from '@nestjs/common';
import { PairingModule } from '../../pairing/index.js';
import { GateModule, SessionsModule } from '../../conversations/index.js';
import { AccessCheck } from './access-check.service.js';
import { AccessJudge } from './access-judge.service.js';
import { PlacesRepository } from './places.repository.js';
import { ReasonTable } from './reason-table.service.js';

/** Why something is not done, and what somebody's message would get. */
@Module({
  imports: [GateModule, PairingModule, SessionsModule],
  providers: [AccessCheck, AccessJudge, PlacesRepository, ReasonTable],
  exports: [AccessCheck, PlacesRepository, ReasonTable],
})
export class ReasonsModule {}
