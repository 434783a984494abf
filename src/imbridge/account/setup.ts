import { DM_POLICY_QUESTION } from '../../channels/kit/index.js';
import { MASK, type GatehouseConfig } from '../../config/index.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import { settingsFrom } from './accounts.js';
import { accountPlace } from './place.js';
import { isUsable, probeBridge, probeText, webhookSetup } from './bridge-setup.js';

/** The questions about a bridge (its specification, "The onboarding wizard asks for"). */
export const imbridgeSetup = {
  channel: 'imbridge',
  hint: 'a messaging bridge server on a desktop host',
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
      message: 'Webhook path on the gateway',
      option: 'webhook-path <path>',
      kind: 'text',
      initial: '/imbridge-webhook',
    },
    {
      setting: 'webhookSecret',
      message: 'Secret of the webhook: the bridge writes addresses to its log, so this is not its password',
      option: 'webhook-secret <secret>',
      kind: 'secret',
      isRandom: true,
    },
    {
      ...DM_POLICY_QUESTION,
      choices: [
        { value: 'pairing', hint: 'unknown senders get a code that you approve' },
        { value: 'allowlist', hint: 'only those on the list' },
        { value: 'open', hint: 'everybody' },
        { value: 'disabled', hint: 'no direct messages' },
      ],
    },
    {
      setting: 'allowFrom',
      message: 'Who is let in without a code? Phone numbers, e-mail addresses, chat targets (may be empty)',
      option: 'allow-from <list>',
      kind: 'list',
      placeholder: '+12025550143, ann@example.org',
    },
  ],
  placeOf: accountPlace,
  probe: async (config: GatehouseConfig, signal: AbortSignal, account: string) => {
    const settings = accountIn(config, account);
    if (!settings) return { isUsable: false, text: 'The account would be switched off.' };
    const probe = await probeBridge(settings, { signal });
    const text = probeText(settings.serverUrl, probe);
    if (isUsable(probe)) return { isUsable: true, text };
    return { isUsable: false, text, setting: probe.isPasswordRight === false ? 'password' : 'serverUrl' };
  },
  warnings: (config: GatehouseConfig, account: string) => {
    const settings = accountIn(config, account);
    return settings ? warningsAbout(settings) : [];
  },
  nextSteps: (config: GatehouseConfig, account: string) =>
    accountIn(config, account)?.dmPolicy === 'pairing'
      ? [
          'People who write to the assistant get a code: gatehouse pairing list imbridge',
          'Let them in: gatehouse pairing approve imbridge <CODE>',
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
      ? ["The bridge's own store damages passwords of digits only: use letters too."]
      : []),
    ...(isClosed ? ['Nobody can write to the assistant: the allowlist is empty.'] : []),
    ...(dmPolicy === 'open' ? ['Everybody who knows the address can use the assistant.'] : []),
  ];
}
