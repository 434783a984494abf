import { type Check, type Finding, isLoopbackHost } from '../../common/index.js';
import { type CheckedAccount, settingIn } from './checked-account.js';

/** Settings that are valid, and do not do what somebody may have meant. */
export const settingsChecks = (account: CheckedAccount): readonly Check[] => [
  { id: 'allow-list', run: async () => doubtFindings(account) },
  { id: 'localhost', run: async () => [localhostFinding(account)] },
];

function doubtFindings({ settings }: CheckedAccount): readonly Finding[] {
  if (settings.doubts.length === 0)
    return [{ state: 'ok', message: 'every entry of the allowlists can match somebody' }];
  return settings.doubts.map((doubt) => ({
    state: 'warning',
    message: doubt,
    setting: doubt.split(' ', 1)[0] ?? '',
    remedy:
      'Write the number with + and its country code, or the e-mail address: names match nobody. `gatehouse access imbridge <sender>` tries it.',
  }));
}

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
