import { cloudOf } from '../../settings/cloud.js';
import { authorizationsFor } from './media-hosts.js';

const PUBLIC = cloudOf('public');
const mayReceive = (host: string, mediaAuthAllowHosts?: readonly string[]) =>
  authorizationsFor({ mediaAuthAllowHosts }, PUBLIC, () => Promise.resolve('token')).mayReceive(host);

it.each([
  ['smba.trafficmanager.net', undefined, true],
  ['evil.trafficmanager.net', undefined, false],
  ['evil.trafficmanager.net', ['trafficmanager.net'], false],
  ['evil.blob.core.windows.net', ['*.blob.core.windows.net'], false],
  ['evil.azureedge.net', ['*'], false],
  ['ours.azureedge.net', ['ours.azureedge.net'], true],
  ['files.northwind.example', ['northwind.example'], true],
  ['evilnorthwind.example', ['northwind.example'], false],
])('a token may go to %s with the list %j: %s', (host, list, expected) => {
  expect(mayReceive(host, list)).toBe(expected);
});
