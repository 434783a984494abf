import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { AccountDoubts } from './account-doubts.service.js';
import { SessionRepository } from './session.repository.js';
import { SessionRouter } from './session-router.js';
import { SharedMainSession } from './shared-main-session.service.js';
import { ShortIds } from './short-ids.js';

/** The agent and session of a message, and people's settings for a session. */
@Module({
  imports: [AccessControlModule],
  providers: [AccountDoubts, SessionRepository, SessionRouter, SharedMainSession, ShortIds],
  exports: [AccountDoubts, SessionRepository, SessionRouter, SharedMainSession, ShortIds],
})
export class SessionsModule {}
