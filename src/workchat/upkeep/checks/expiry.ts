import { readFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { type Clock, errorText, type Finding } from '../../../common/index.js';
import { fieldsOf, recordsOf, textOf, urlBelow } from '../../../channels/kit/index.js';
import { exchange } from '../../service/http.js';
import type { TokenSource } from '../../service/tokens/token-source.js';
import type { WorkchatSettings } from '../../settings/settings.js';
import { ANSWER_MS, settingAt } from './check-subject.js';

const DAY = 24 * 60 * 60_000;
/** Time to have a new one made and registered by someone else. */
const SOON_MS = 30 * DAY;
const HINT_CHARS = 3;

/**
 * When the credentials end: those of a certificate are in its file; that of a client secret is known only where the app
 * may read its own registration, which nothing else needs. Others are renewed by their issuer.
 */
export async function expiryFindings(
  tokens: TokenSource,
  settings: WorkchatSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { auth } = settings.credentials;
  if (auth.type === 'certificate') return [await certificateFinding(auth.certificateFile ?? '', clock.now())];
  if (auth.type !== 'secret') return [];
  const end = await endOfSecret(tokens, settings, signal).catch(() => undefined);
  return end === undefined ? [] : [expiryFinding('the client secret', end, clock.now(), SECRET)];
}

type Where = Required<Pick<Finding, 'setting' | 'remedy'>>;

const SECRET: Where = {
  setting: settingAt('appPassword'),
  remedy:
    "Create a new one on the app's page (Certificates & secrets), then `gatehouse config set channels.workchat.appPassword -` (paste its value, then press Ctrl-D).",
};
const CERTIFICATE: Where = {
  setting: settingAt('auth.certificateFile'),
  remedy:
    "Create a new one, upload it on the app's page (Certificates & secrets), and replace both files. No restart is needed.",
};

async function certificateFinding(file: string, now: number): Promise<Finding> {
  try {
    const { validTo, validFrom } = new X509Certificate(await readFile(file));
    if (Date.parse(validFrom) > now)
      return {
        state: 'failed',
        message: `${file} is not valid until ${dayOf(Date.parse(validFrom))}`,
        ...CERTIFICATE,
      };
    return expiryFinding(`the certificate ${file}`, Date.parse(validTo), now, CERTIFICATE);
  } catch (error) {
    return { state: 'failed', message: `${file} cannot be read: ${errorText(error)}`, ...CERTIFICATE };
  }
}

function expiryFinding(subject: string, end: number, now: number, where: Where): Finding {
  if (end <= now) return { state: 'failed', message: `${subject} expired on ${dayOf(end)}`, ...where };
  const message = `${subject} expires on ${dayOf(end)}`;
  return end - now < SOON_MS ? { state: 'warning', message, ...where } : { state: 'ok', message };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** @returns undefined where the directory does not tell. @throws NoToken */
async function endOfSecret(
  tokens: TokenSource,
  { credentials, cloud }: WorkchatSettings,
  signal: AbortSignal,
): Promise<number | undefined> {
  const until = performance.now() + ANSWER_MS;
  const { value } = await tokens.requestToken(new URL(cloud.graphUrl).origin, signal);
  const filter = encodeURIComponent(`appId eq '${credentials.appId}'`);
  const outcome = await exchange({
    url: urlBelow(cloud.graphUrl, `v1.0/applications?$filter=${filter}&$select=passwordCredentials`),
    method: 'GET',
    headers: { authorization: `Bearer ${value}` },
    timeoutMs: Math.max(1, until - performance.now()),
    signal,
  });
  if (outcome.kind !== 'answered' || outcome.status !== 200) return undefined;
  const [app] = recordsOf(fieldsOf(outcome.json).value);
  return latestEnd(recordsOf(app?.passwordCredentials), credentials.appPassword);
}

/** The directory shows the first characters of each secret; of several that begin alike, the last one to end counts. */
function latestEnd(secrets: ReturnType<typeof recordsOf>, appPassword: string): number | undefined {
  const own = secrets.filter(({ hint }) => hint === appPassword.slice(0, HINT_CHARS));
  const ends = own.map(({ endDateTime }) => Date.parse(textOf(endDateTime) ?? '')).filter(Number.isFinite);
  return ends.length === 0 ? undefined : Math.max(...ends);
}
