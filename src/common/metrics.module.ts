import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';

/** The metrics of this application; each module registers its own with the injected Registry. */
@Global()
@Module({ providers: [{ provide: Registry, useFactory: () => new Registry() }], exports: [Registry] })
export class MetricsModule {}
