import type { Check } from '../../common/index.js';
import { bridgeChecks } from './bridge-checks.js';
import { BridgeRound } from './bridge-round.js';
import type { CheckedAccount } from './checked-account.js';
import { eventsCheck } from './events-check.js';
import { localhostCheck } from './localhost-check.js';
import { webhookChecks } from './webhook-checks.js';

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
