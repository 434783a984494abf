import { recordOf } from '../../channels/kit/index.js';
import { type Check, clockFinding, type Finding } from '../../common/index.js';
import { ABILITIES, flagOf } from '../service/abilities.js';
import { type BridgeFailure, isUnauthorised } from '../service/client/result.js';
import { type BridgeInfo, bridgeInfoOf, signInLack } from '../service/client/server-info.js';
import { privateApiLack } from '../service/private-api.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import type { BridgeAnswers, BridgeRound } from './bridge-round.js';
import { type CheckedAccount, faultFinding, settingIn, small, unasked } from './checked-account.js';

/** The bridge as the gateway reaches it. */
export function bridgeChecks(account: CheckedAccount, round: BridgeRound): readonly Check[] {
  const { settings, clock } = account;
  const check = (id: string, look: (answers: BridgeAnswers) => Finding): Check => ({
    id,
    run: async (signal) => [look(await round.answers(signal))],
  });
  return [
    check('server', ({ info }) => serverFinding(info, settings)),
    check('password', ({ info }) => passwordFinding(info, settings)),
    check('sign-in', ({ info }) => signInFinding(info)),
    check('helper', ({ info }) => helperFinding(info, account)),
    check('clock', ({ clockOffsetMs }) => timeFinding(clockOffsetMs, clock.now())),
  ];
}

type Info = BridgeAnswers['info'];

function serverFinding(info: Info, settings: ImbridgeSettings): Finding {
  if (!info.ok) {
    if (!isAboutPassword(info.failure)) return faultFinding(info.failure, settings);
    return { state: 'ok', message: `the bridge at ${settings.serverUrl} answers` };
  }
  const { serverVersion, osVersion } = infoIn(info.data);
  if (serverVersion !== '' && osVersion !== '') {
    const versions = `version ${serverVersion}, macOS ${osVersion}`;
    return { state: 'ok', message: `the bridge at ${settings.serverUrl} answers (${versions})` };
  }
  return {
    state: 'warning',
    message: 'the bridge does not report its version, so its features are unknown',
    setting: settingIn(settings, 'serverUrl'),
    remedy: 'Update the bridge on the Mac.',
  };
}

/** The bridge damages such a password in its own store (wire 1.1). */
const DIGITS_ONLY = /^\d+$/;

function passwordFinding(info: Info, settings: ImbridgeSettings): Finding {
  if (info.ok) return { state: 'ok', message: 'the bridge accepts the password' };
  if (!isAboutPassword(info.failure)) return unasked('whether the bridge accepts the password');
  const finding = faultFinding(info.failure, settings);
  if (!DIGITS_ONLY.test(settings.password.trim())) return finding;
  const remedy = `Set a password with letters in the bridge, which corrupts passwords of digits only. Then ${finding.remedy ?? ''}`;
  return { ...finding, remedy };
}

function signInFinding(info: Info): Finding {
  if (!info.ok) return unasked('whether iMessage is signed in on the Mac');
  const bridge = infoIn(info.data);
  const lack = signInLack(bridge);
  if (lack) return { state: 'failed', message: lack.what, remedy: lack.remedy };
  if (bridge.isSignedIn) return { state: 'ok', message: 'iMessage is signed in on the Mac' };
  return {
    state: 'unknown',
    message: 'the bridge does not report whether iMessage is signed in on the Mac',
    remedy: 'Check on the Mac under Messages, Settings, iMessage.',
  };
}

function helperFinding(info: Info, { settings, isSet }: CheckedAccount): Finding {
  if (!info.ok) return unasked("whether the Private API's helper is connected");
  const lack = privateApiLack(infoIn(info.data));
  if (!lack) return { state: 'ok', message: 'the Private API is on and its helper is connected' };
  const message = small(lack.what);
  if (lack.kind !== 'off') return { state: 'failed', message, remedy: lack.remedy };
  const setting = wantedAction(settings, isSet);
  if (setting === undefined) return { state: 'ok', message };
  return {
    state: 'warning',
    message: `${setting} is on, but the Private API that it needs is off in the bridge`,
    setting,
    remedy: `${lack.remedy} Or \`gatehouse config set ${setting} false\``,
  };
}

/**
 * An action that needs the Private API and that the configuration itself switches on. By default all are on, and the
 * Private API may be off on purpose.
 */
function wantedAction(settings: ImbridgeSettings, isSet: CheckedAccount['isSet']): string | undefined {
  const wanted = ABILITIES.filter((ability) => ability !== 'sendAttachment')
    .map(flagOf)
    .filter((flag) => settings.actions[flag]);
  return wanted.map((flag) => settingIn(settings, `actions.${flag}`)).find(isSet);
}

const timeFinding = (offsetMs: number | undefined, now: number): Finding =>
  offsetMs === undefined
    ? unasked("whether the Mac's clock matches this machine's")
    : clockFinding('the bridge', now + offsetMs, now);

const isAboutPassword = (failure: BridgeFailure): boolean =>
  isUnauthorised(failure) && failure.kind === 'refused' && failure.fromBridge;

const infoIn = (data: unknown): BridgeInfo => bridgeInfoOf(recordOf(data) ?? {});
