import { type Check, type Finding, isLoopbackHost } from '../../common/index.js';
import { bridgeChecks } from './bridge-checks.js';
import { BridgeRound } from './bridge-round.js';
import { type CheckedAccount, settingIn } from './checked-account.js';
import { eventsCheck } from './events-check.js';
import { webhookChecks } from './webhook-checks.js';

/** Whether the localhost rule is in force where nothing needs it. */
const localhostCheck = (account: CheckedAccount): Check => ({
  id: 'localhost',
  run: async () => [localhostFinding(account)],
});

/**
 * The localhost rule may serve a bridge on this machine. A bridge elsewhere never uses it, so that there it only lets in
 * what a proxy or tunnel relays.
 */
function localhostFinding({ settings, trustsLocalhost }: CheckedAccount): Finding {
  const { webhookPath, serverUrl } = settings;
  if (!trustsLocalhost) return { state: 'ok', message: `every call of ${webhookPath} needs the secret` };
  const message = `programs of this machine may call ${webhookPath} without the secret`;
  if (isLoopbackHost(URL.parse(serverUrl)?.hostname ?? '')) return { state: 'ok', message };
  const setting = settingIn(settings, 'trustLocalhost');
  return {
    state: 'warning',
    message: `${message}, and the bridge is on another one: a proxy or tunnel here makes it public`,
    setting,
    remedy: `\`gatehouse config set ${setting} false\``,
  };
}

/** The checks of `gatehouse doctor` for one account. They share one round of questions to the bridge. */
export function accountChecks(account: CheckedAccount): readonly Check[] {
  const round = new BridgeRound(account);
  return [
    ...bridgeChecks(account, round),
    ...webhookChecks(account, round),
    eventsCheck(account, round),
    localhostCheck(account),
  ];
}
