import type { Check, Finding, Repair } from '../../common/index.js';
import { faultText } from '../service/client/bridge-fault.js';
import type { BridgeResult } from '../service/client/result.js';
import { addressOf } from '../upkeep/registered-webhooks.js';
import { missingAt } from '../upkeep/webhook-health.js';
import type { RegistrationFault, RegistrationView } from '../upkeep/registration-view.js';
import type { BridgeRound } from './bridge-round.js';
import { type CheckedAccount, settingIn, small, unasked } from './checked-account.js';

/** The bridge's list of webhooks: ours, and those of another gateway. */
export function webhookChecks(account: CheckedAccount, round: BridgeRound): readonly Check[] {
  const check = (
    id: string,
    subject: string,
    look: (view: RegistrationView) => readonly Finding[],
  ): Check => ({
    id,
    run: async (signal) => {
      const view = await viewOf(account, (await round.answers(signal)).webhooks);
      return view ? look(view) : [unasked(subject)];
    },
  });
  return [
    check('webhook', 'whether the webhook is registered', (view) => [registrationFinding(account, view)]),
    check('other-gateway', 'whether another gateway gets the same messages', (view) => otherFindings(view)),
  ];
}

/** @returns undefined when the bridge does not list its webhooks */
export const viewOf = async (
  { registration }: CheckedAccount,
  listed: BridgeResult,
): Promise<RegistrationView | undefined> => (listed.ok ? registration.judge(listed.data) : undefined);

const FAULTS: Readonly<Record<RegistrationFault, string>> = {
  missing: 'the bridge has no webhook for this gateway, so messages arrive late or not at all',
  secret: 'the webhook in the bridge has a different secret than this gateway, so its calls are rejected',
  events: 'the webhook in the bridge is missing events that the gateway needs',
  form: 'the webhook in the bridge differs from what this gateway registers',
  several: 'the bridge has several webhooks for this gateway and sends every event several times',
  moved: 'the bridge still calls the previous address of this gateway',
};

/** Messages come all the same. */
const HARMLESS: ReadonlySet<RegistrationFault> = new Set(['events', 'form', 'several', 'moved']);

function registrationFinding(account: CheckedAccount, { address, faults }: RegistrationView): Finding {
  const [fault] = faults;
  if (fault === undefined) {
    const where = address ?? 'entered by hand';
    return { state: 'ok', message: `the bridge has the webhook: ${where}` };
  }
  const state = HARMLESS.has(fault) ? 'warning' : 'failed';
  if (address === undefined) return { state, ...byHandFinding(account, fault) };
  return {
    state,
    message: FAULTS[fault],
    ...(fault === 'secret' && { setting: settingIn(account.settings, 'webhookSecret') }),
    remedy: '`gatehouse doctor --only imbridge.webhook --fix` re-registers it.',
    repair: repairOf(account, address),
  };
}

function byHandFinding({ settings }: CheckedAccount, fault: RegistrationFault): Omit<Finding, 'state'> {
  const path = settings.webhookPath;
  if (fault === 'missing') {
    const { what, remedy } = missingAt({ path });
    return { message: small(what), setting: 'gateway.publicUrl', remedy };
  }
  const remedy = `Delete it in the bridge and enter https://<gateway>${path}?password=<webhookSecret> for all events. Or set webhookUrl or gateway.publicUrl, and the gateway registers the webhook.`;
  return { message: FAULTS[fault], setting: settingIn(settings, 'webhookSecret'), remedy };
}

/** Only rows that lead to this gateway, or to its last address, are deleted. */
const repairOf = ({ upkeep, registration }: CheckedAccount, address: string): Repair => ({
  change: `re-register the webhook ${address} with the bridge`,
  apply: async () => {
    const outcome = await upkeep.registerAgain();
    if (outcome === 'registered') return;
    const { failure } = registration;
    throw new Error(failure ? faultText(failure) : 'the bridge did not accept it');
  },
});

function otherFindings({ others }: RegistrationView): readonly Finding[] {
  if (others.length === 0)
    return [{ state: 'ok', message: 'the bridge does not send its events to any other gateway' }];
  return others.map(({ url }) => ({
    state: 'warning',
    message: `the bridge also sends its events to ${addressOf(url) ?? 'another address'}; a gateway there would answer every message a second time`,
    remedy:
      'Stop one of the two gateways. If there is no longer a gateway there, delete that webhook in the bridge under API & Webhooks.',
  }));
}
