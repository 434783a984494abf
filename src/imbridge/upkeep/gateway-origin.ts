import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { isLoopbackHost } from '../../common/index.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import { GATEWAY, type GatewayConfig, GatehouseConfig } from '../../config/index.js';

const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '[::]']);

type BridgePlace = Pick<ImbridgeSettings, 'serverUrl' | 'webhookUrl'>;

/** Whether the gateway knows an address at which this bridge reaches it, so that it can register its webhook itself. */
export const isReachableBy = (
  { serverUrl, webhookUrl }: BridgePlace,
  { publicUrl }: GatewayConfig,
): boolean => (webhookUrl ?? publicUrl) !== undefined || isLoopbackHost(URL.parse(serverUrl)?.hostname ?? '');

export const isEveryInterface = (host: string): boolean => EVERY_INTERFACE.has(host);

/** The origin at which a bridge reaches this gateway. */
@Injectable()
export class GatewayOrigin {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * The account's own, or the public origin, when it is configured; otherwise, for a bridge on this machine, the main
   * listener, as 127.0.0.1
   * because `localhost` may resolve to ::1 (wire 6.1 row 19). If the system chooses the port, it waits for the
   * listener.
   * @returns undefined when only a person can know the address
   */
  async forBridge(place: BridgePlace): Promise<string | undefined> {
    const gateway = this.config.get(GATEWAY);
    const { publicUrl, host, port, tls } = gateway;
    if (!isReachableBy(place, gateway)) return undefined;
    if (place.webhookUrl !== undefined) return place.webhookUrl;
    if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
    const scheme = tls.certFile === undefined ? 'http' : 'https';
    const address = isEveryInterface(host) || host === 'localhost' ? '127.0.0.1' : host;
    return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port === 0 ? await this.listeningPort() : port}`;
  }

  private async listeningPort(): Promise<number> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
}
