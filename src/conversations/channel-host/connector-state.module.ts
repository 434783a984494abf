import { Global, Module } from '@nestjs/common';
import { ConnectorState } from '../../channels/index.js';
import { ConnectorStateRepository } from './connector-state.repository.js';

/** The memory of connectors. Global: they find it without knowing who keeps it. */
@Global()
@Module({
  providers: [{ provide: ConnectorState, useClass: ConnectorStateRepository }],
  exports: [ConnectorState],
})
export class ConnectorStateModule {}
