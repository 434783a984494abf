import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccessControlModule } from '../access-control/index.js';
import { ChannelsModule } from '../channels/index.js';
import { MediaModule } from '../media/index.js';
import { PersonArchive } from './archive/person-archive.js';
import { ErasingJob } from './erasing.job.js';
import { ErasureWatch } from './erasure-watch.service.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasureRecords } from './erasure-records.service.js';
import { People } from './people.service.js';
import { PersonFinder } from './person-finder.service.js';
import { PersonSettings } from './person-settings.service.js';
import { MessageRows } from './rows/message-rows.repository.js';
import { OtherRows } from './rows/other-rows.repository.js';
import { PersonalRows } from './rows/personal-rows.repository.js';

/** All about one person, handed out or erased (ADR 0112, 0139). */
@Module({
  imports: [AccessControlModule, ChannelsModule, DiscoveryModule, MediaModule],
  providers: [
    ErasingJob,
    ErasureRecords,
    ErasureWatch,
    ErasuresRepository,
    People,
    MessageRows,
    OtherRows,
    PersonalRows,
    PersonArchive,
    PersonFinder,
    PersonSettings,
  ],
  exports: [People, PersonFinder, PersonSettings],
})
export class PeopleModule {}
