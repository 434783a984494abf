import { Global, Module } from '@nestjs/common';
import { ConnectorState } from '../../channels/index.js';
import { ConnectorStateRepository } from './connector-state.repository.js';

/** The memory of connectors. Global, so that connectors need not know which module keeps it. */
@Global()
@Module({
  providers: [{ provide: ConnectorState, useClass: ConnectorStateRepository }],
  exports: [ConnectorState],
})
export class ConnectorStateModule {}
