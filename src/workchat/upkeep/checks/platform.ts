import { type Clock, clockFinding, errorText, type Finding } from '../../../common/index.js';
import { fieldsOf, type HttpOutcome, textOf } from '../../../channels/kit/index.js';
import { exchange } from '../../service/http.js';
import { tokenSourceFor } from '../../service/tokens/access-tokens.js';
import { NoToken, type TokenSource } from '../../service/tokens/token-source.js';
import type { WorkchatSettings } from '../../settings/settings.js';
import { ANSWER_MS, settingAt } from './check-subject.js';

/** The source of tokens, within the time of a check. */
export const tokensOf = ({ credentials, cloud }: WorkchatSettings, clock: Clock): TokenSource =>
  tokenSourceFor(credentials, cloud, clock, (call) =>
    exchange({ ...call, timeoutMs: Math.min(call.timeoutMs, ANSWER_MS) }),
  );

/** Whether the bot gets the token that it answers with. */
export async function credentialFinding(
  tokens: TokenSource,
  { cloud }: WorkchatSettings,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    await tokens.requestToken(cloud.oauthScope, signal);
    return { state: 'ok', message: "the directory issues a token for the bot's answers" };
  } catch (error) {
    return { state: 'failed', message: errorText(error), ...correctionOf(error) };
  }
}

function correctionOf(error: unknown): Pick<Finding, 'setting' | 'remedy'> {
  if (!(error instanceof NoToken) || error.kind === 'unreachable')
    return {
      setting: settingAt('cloud'),
      remedy:
        'Make sure that this machine reaches the directory over https, without a proxy that requires a login.',
    };
  const { setting, remedy = "Compare appId, tenantId and the credentials with the app's page." } =
    error.correction ?? {};
  return { remedy, ...(setting !== undefined && { setting: settingAt(setting) }) };
}

/** Without the keys the platform's calls cannot be distinguished from forged ones, so all are deferred. */
export async function keyFinding({ cloud }: WorkchatSettings, signal: AbortSignal): Promise<Finding> {
  const until = performance.now() + ANSWER_MS;
  const metadata = await get(cloud.openIdMetadataUrl, ANSWER_MS, signal);
  const url = metadata.kind === 'answered' ? textOf(fieldsOf(metadata.json).jwks_uri) : undefined;
  if (url === undefined) return noKeys(cloud.openIdMetadataUrl, metadata);
  const keys = await get(url, Math.max(1, until - performance.now()), signal);
  if (keys.kind !== 'answered' || !Array.isArray(fieldsOf(keys.json).keys)) return noKeys(url, keys);
  return {
    state: 'ok',
    message: "the platform's signing keys can be fetched",
  };
}

const noKeys = (url: string, outcome: HttpOutcome): Finding => ({
  state: 'failed',
  message: `the platform's signing keys cannot be fetched from ${url} (${detailOf(outcome)})`,
  setting: settingAt('cloud'),
  remedy:
    'Make sure that this machine reaches this address over https, without a proxy that requires a login.',
});

/** Tokens and calls are refused when the clocks differ by more than five minutes. */
export async function platformClockFinding(
  { cloud }: WorkchatSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<Finding> {
  const outcome = await get(cloud.openIdMetadataUrl, ANSWER_MS, signal);
  const { date = '', age = '0' } = outcome.kind === 'answered' ? outcome.headers : {};
  // A cache on the way repeats the time of the original answer.
  const theirs = Date.parse(String(date)) + (Number(age) || 0) * 1_000;
  return clockFinding('the platform', theirs, clock.now());
}

const get = (url: string, timeoutMs: number, signal: AbortSignal): Promise<HttpOutcome> =>
  exchange({ url, method: 'GET', timeoutMs, signal });

const detailOf = (outcome: HttpOutcome): string =>
  outcome.kind === 'answered' ? `HTTP ${outcome.status}` : outcome.detail;
