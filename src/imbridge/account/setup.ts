import { DM_POLICY_QUESTION, fieldsOf } from '../../channels/kit/index.js';
import { isLoopbackHost } from '../../common/index.js';
import { type GatehouseConfig, MASK } from '../../config/index.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import { settingsFrom } from './accounts.js';
import { type AccountReport, callBack } from './call-back.js';
import { isUsable, probeBridge, probeText, webhookSetup } from './bridge-setup.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';

/** The area of the configuration to set up. */
const SECTION = 'channels.imbridge';

type Raw = Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, unknown>>;

/** The location of a present or future account in the configuration file. */
export interface AccountPlace {
  /** Path of its settings: the channel's own, or below `accounts`. */
  readonly base: string;
  readonly isThere: boolean;
  /** A new account whose webhook has no secret yet; without one its bridge's password would be used. */
  readonly needsSecret: boolean;
  /** Further settings to write, so that the account takes effect and no other one is lost. */
  readonly beside: Raw;
}

/** @param raw the configuration file as plain values */
export function accountPlace(raw: Raw, account: string): AccountPlace {
  const section = objectIn(objectIn(raw, 'channels'), 'imbridge');
  const named = objectIn(section, 'accounts');
  const isAlone = Object.keys(named).length === 0;
  const hasTop = isSet(section.serverUrl) || isSet(section.password);
  const enabled = switchedOn(section, SECTION);
  const needsSecret = !hasTop && !isSet(section.webhookSecret);
  if (account === DEFAULT_ACCOUNT && isAlone)
    return { base: SECTION, isThere: hasTop, needsSecret, beside: enabled };
  const base = `${SECTION}.accounts.${account}`;
  // With named accounts the top level is no account any more; an empty entry, which inherits its settings, keeps it.
  const kept = isAlone && hasTop ? { [`${SECTION}.accounts.${DEFAULT_ACCOUNT}`]: {} } : {};
  const beside = { ...enabled, ...kept, ...switchedOn(objectIn(named, account), base) };
  const isThere = Object.hasOwn(named, account);
  // One at the top level, which it would inherit, is that of another account with the same path.
  return { base, isThere, needsSecret: !isThere, beside };
}

/** Null unsets the setting. */
const switchedOn = ({ enabled }: Raw, base: string): Raw =>
  enabled === false ? { [`${base}.enabled`]: null } : {};

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function objectIn(raw: Raw, key: string): Raw {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return fieldsOf(value);
}

/** The questions about a bridge (its specification, "The onboarding wizard asks for"). */
export const imbridgeSetup = {
  channel: 'imbridge',
  hint: 'iMessage, through a BlueBubbles server on a Mac',
  questions: [
    {
      setting: 'serverUrl',
      step: 'Bridge',
      message: 'Server URL of the bridge, http://<host>:<port>',
      option: 'http-url <server_url>',
      kind: 'text',
      isRequired: true,
      isProbed: true,
      placeholder: 'http://192.168.1.20:1234',
    },
    {
      setting: 'password',
      message: 'API password, from the settings of the bridge server',
      option: 'password <password>',
      kind: 'secret',
      isRequired: true,
      isProbed: true,
      sentTo: 'serverUrl',
    },
    {
      setting: 'webhookPath',
      step: 'Webhook',
      message: 'Webhook path on the gateway (Enter for the usual one)',
      option: 'webhook-path <path>',
      kind: 'text',
      initial: '/imbridge-webhook',
    },
    {
      setting: 'webhookUrl',
      message: 'Address at which the bridge reaches this gateway (may be empty: gateway.publicUrl)',
      option: 'webhook-url <url>',
      help: 'where the bridge reaches this gateway, such as http://192.168.1.10:3000 (default: gateway.publicUrl)',
      kind: 'text',
      placeholder: 'http://192.168.1.10:3000',
      isAsked: ({ serverUrl }: Answers) => !isLoopbackHost(URL.parse(String(serverUrl))?.hostname ?? ''),
    },
    {
      setting: 'webhookSecret',
      message: 'Webhook secret (not the bridge password, because the bridge logs webhook addresses)',
      option: 'webhook-secret <secret>',
      kind: 'secret',
      isRandom: true,
    },
    DM_POLICY_QUESTION,
    {
      setting: 'allowFrom',
      message:
        'Who are the operators: need no code, and may give commands? Phone numbers, e-mail addresses, chat targets (may be empty)',
      option: 'allow-from <list>',
      kind: 'list',
      placeholder: '+12025550143, ann@example.org',
      own: {
        message:
          'Your own phone number or e-mail address in iMessage, which makes you an operator (may be empty)',
        others:
          'Who else is an operator: needs no code, and may give commands? Phone numbers, e-mail addresses, chat targets (may be empty)',
      },
    },
  ],
  placeOf: accountPlace,
  probe: async (config: GatehouseConfig, signal: AbortSignal, account: string) => {
    const settings = accountIn(config, account);
    if (!settings) return { isUsable: false, text: 'These settings would switch the account off.' };
    const probe = await probeBridge(settings, { signal });
    const text = probeText(settings.serverUrl, probe);
    if (isUsable(probe)) return { isUsable: true, text };
    return { isUsable: false, text, setting: probe.isPasswordRight === false ? 'password' : 'serverUrl' };
  },
  callBack: async (
    config: GatehouseConfig,
    account: string,
    report: () => Promise<AccountReport | undefined>,
    signal: AbortSignal,
  ) => {
    const settings = accountIn(config, account);
    if (!settings) return { hasCalled: false, text: 'The account is switched off.' };
    return callBack(settings, report, { signal });
  },
  warnings: (config: GatehouseConfig, account: string) => {
    const settings = accountIn(config, account);
    return settings ? warningsAbout(settings) : [];
  },
  nextSteps: (config: GatehouseConfig, account: string) =>
    accountIn(config, account)?.dmPolicy === 'pairing'
      ? [
          'New senders get a code. List the requests: gatehouse pairing list imbridge',
          'Approve them: gatehouse pairing approve imbridge <CODE>',
        ]
      : [],
  endpoint: (config: GatehouseConfig, account: string) => {
    const settings = accountIn(config, account);
    if (!settings) return undefined;
    const { url, isAutomatic, notes } = webhookSetup(config, settings);
    const secret = settings.webhookSecret === settings.password ? 'password' : 'webhookSecret';
    const order = 'Enter this webhook in the bridge server, with all events.';
    return { url: url('') + MASK, secret, isAutomatic, notes: isAutomatic ? notes : [order, ...notes] };
  },
} as const;

const accountIn = (config: GatehouseConfig, account: string): ImbridgeSettings | undefined =>
  settingsFrom(config).find((each) => each.account === account);

function warningsAbout({ password, dmPolicy, allowFrom }: ImbridgeSettings): readonly string[] {
  const isClosed = dmPolicy === 'allowlist' && allowFrom.length === 0;
  return [
    ...(/^\d+$/.test(password)
      ? ['The bridge corrupts passwords that consist only of digits. Include letters.']
      : []),
    ...(isClosed ? ['The allowlist is empty, so no one can write to the assistant.'] : []),
    ...(dmPolicy === 'open' ? ['Everyone who knows the address can use the assistant.'] : []),
  ];
}
