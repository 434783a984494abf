import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ConnectorRegistry } from './connector-registry.js';

/** The connector port and the registry that finds its implementations. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [ConnectorRegistry], exports: [ConnectorRegistry] })
export class ChannelsModule {}
