import { firstOf, type SourceValue } from '../../source/source-value.js';
import type { OpenclawMapping } from './openclaw-mapping.js';

/** The settings that belong to no channel and no agent. */
export function mapGeneral(m: OpenclawMapping): void {
  const { root } = m.parts;
  m.copy(root.at('messages', 'responsePrefix'), 'messages.responsePrefix', 'text');
  const group = groupChatOf(root);
  m.copy(group.at('historyLimit'), 'messages.groupChat.historyLimit', 'number');
  m.copy(root.at('session', 'mainKey'), 'session.mainKey', 'text');
  m.copy(root.at('commands', 'config'), 'commands.config', 'boolean');
  m.copy(root.at('channels', 'defaults', 'groupPolicy'), 'channels.defaults.groupPolicy', 'text');
  mapScope(m, root.at('session', 'dmScope'));
  mapGateway(m, root.at('gateway'));
}

export const groupChatOf = (root: SourceValue): SourceValue =>
  firstOf(root.at('messages', 'groupChat'), root.at('routing', 'groupChat'));

function mapScope(m: OpenclawMapping, from: SourceValue): void {
  const scope = m.textOf(from);
  if (scope === 'main') m.take(from, 'session.dmScope', 'main');
  else if (scope !== undefined && /^per-(?:account-)?(?:channel-)?peer$/.test(scope))
    m.change(from, 'session.dmScope', 'per-sender', 'each sender has a session on each account');
  else if (scope !== undefined) m.ledger.toDecide(from.path, 'is not a known scope');
  if ((m.plan.value('session.dmScope') ?? 'main') === 'main') m.toDo.add(SHARED);
}

/** Both programs have it as the default, and newer releases of the peer write nothing then. */
const SHARED =
  'All direct messages share one conversation, as in OpenClaw (session.dmScope: main), so the assistant may reveal messages of one person to another. To separate people: `gatehouse config set session.dmScope per-sender`.';

function mapGateway(m: OpenclawMapping, gateway: SourceValue): void {
  const proxies = gateway.at('trustedProxies');
  const addresses = proxies.items.flatMap((item) => m.textOf(item) ?? []);
  if (proxies.isThere) m.take(proxies, 'gateway.trustedProxies', addresses);
  m.copy(gateway.at('publicOrigin'), 'gateway.publicUrl', 'text');
  const tls = gateway.at('tls');
  if (tls.at('enabled').value === false) {
    m.ledger.notTaken(tls.path, 'it is disabled');
    return;
  }
  m.copy(tls.at('certPath'), 'gateway.tls.certFile', 'text');
  m.copy(tls.at('keyPath'), 'gateway.tls.keyFile', 'text');
  m.ledger.taken(tls.at('enabled').path, ['gateway.tls.certFile', 'gateway.tls.keyFile']);
}
