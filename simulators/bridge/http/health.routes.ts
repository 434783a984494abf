import type { BridgeHost } from '../common/host.js';
import type { BridgeCore } from '../core.js';
import type { Route } from './route.js';

const aliasesOf = ({ options: { ownAddress, aliases } }: BridgeHost) =>
  [ownAddress, ...aliases].map((Alias) => ({ Alias, Status: 3 }));

/** Ping and server info (imbridge-wire 2.2). */
export function healthRoutes({ host }: BridgeCore): readonly Route[] {
  return [
    { method: 'get', path: '/ping', handle: () => ({ message: 'Ping received!', data: 'pong' }) },
    {
      method: 'get',
      path: '/server/info',
      handle: () => ({
        data: {
          computer_id: 'simulator@bridge',
          os_version: host.osVersion,
          server_version: host.options.serverVersion,
          private_api: host.privateApi,
          proxy_service: 'lan-url',
          helper_connected: host.helperConnected,
          detected_icloud: host.detectedAddress,
          detected_imessage: host.detectedAddress,
          macos_time_sync: (host.now() - Date.now()) / 1_000,
          local_ipv4s: ['127.0.0.1'],
          local_ipv6s: ['::1'],
        },
      }),
    },
    {
      method: 'get',
      path: '/icloud/account',
      privateApi: true,
      handle: () => ({
        data: {
          apple_id: host.options.ownAddress,
          account_name: host.options.ownAddress,
          login_status_message: 'Connected',
          active_alias: host.options.ownAddress,
          aliases: aliasesOf(host),
          vetted_aliases: aliasesOf(host),
        },
      }),
    },
  ];
}
