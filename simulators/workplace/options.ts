import type { CoreOptions } from './core/core.js';

export interface WorkplaceSimulatorOptions {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** The first host's port; the others take the next ones. The default 0 takes any free ports. */
  readonly port?: number;
  /** The bot's messaging endpoint; may be set later with `connectBot`. */
  readonly botEndpoint?: string;
  readonly appId?: string;
  readonly appPassword?: string;
  readonly appName?: string;
  readonly tenantId?: string;
  readonly tenantDomain?: string;
  /** Default true: the recommended kind of bot. */
  readonly isSingleTenant?: boolean;
  /** Application permissions of Graph with consent; default none. */
  readonly graphPermissions?: readonly string[];
  /** Default: those of the specification's manifest that deliver messages without a mention. */
  readonly resourcePermissions?: readonly string[];
  /** Default `emea`. */
  readonly region?: string;
  /** Seed of ids and all random choices; default 1. */
  readonly seed?: number;
  /** Time of the cloud; default the machine's. */
  readonly now?: () => number;
}

export function coreOptions(options: WorkplaceSimulatorOptions): CoreOptions {
  return {
    app: {
      appId: options.appId ?? '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21',
      name: options.appName ?? 'Assistant',
      tenantId: options.tenantId ?? 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854',
      secret: options.appPassword ?? 'app-password',
      isSingleTenant: options.isSingleTenant ?? true,
      graphPermissions: options.graphPermissions ?? [],
      resourcePermissions: options.resourcePermissions ?? [
        'ChannelMessage.Read.Group',
        'ChatMessage.Read.Chat',
      ],
    },
    region: options.region ?? 'emea',
    seed: options.seed ?? 1,
    now: options.now ?? Date.now,
  };
}
