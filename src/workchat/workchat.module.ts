import { Module } from '@nestjs/common';
import { WorkchatAccounts } from './account/accounts.js';
import { WorkchatStartup } from './account/startup.js';
import { AdapterLoader } from './service/botbuilder/adapter-loader.js';
import { WorkchatConnector } from './workchat.connector.js';

/**
 * The connector to a workplace chat. Needs `GatehouseConfig`, `Clock`, `ConnectorState` and `ConnectorRegistry` from
 * global modules, and `WORKCHAT` among the sections of the configuration.
 */
@Module({ providers: [WorkchatConnector, WorkchatAccounts, WorkchatStartup, AdapterLoader] })
export class WorkchatModule {}
