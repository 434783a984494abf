import { type Finding, isLoopbackHost } from '../../../common/index.js';
import type { HttpHeaders, HttpOutcome } from '../../../channels/kit/index.js';
import { ago, type CheckSubject } from './check-subject.js';
import { isOurs, knock, type Knock } from './knock.js';

/** The address of the endpoint follows from it, unless a person names another one. */
const SETTING = 'gateway.publicUrl';
/** A call of the platform within this time proves its endpoint, ms; an older one does not rule out a fault since. */
const PROOF_MS = 5 * 60_000;

/** Calls the address configured at the platform, from this machine. */
export async function knockAtEndpoint(subject: CheckSubject, signal: AbortSignal): Promise<Knock> {
  const { gateway, clock } = subject;
  const found = await knockAt(subject, signal);
  if (found.finding.state === 'ok' || gateway?.calledAt === undefined) return found;
  return { ...found, finding: despite(found.finding, gateway.calledAt, clock.now(), subject.endpoint) };
}

async function knockAt(
  { endpoint, settings: { webhook, cloud }, gateway }: CheckSubject,
  signal: AbortSignal,
): Promise<Knock> {
  if (endpoint === undefined) return { finding: gateway ? NEVER_CALLED : UNKNOWN };
  const target = new URL(endpoint);
  // A custom cloud may run on this machine and call the listener there.
  if (target.protocol !== 'https:' && !(cloud.isOwn && isLoopbackHost(target.hostname)))
    return { finding: noHttps(endpoint) };
  const outcome = await knock(target.href, signal);
  if (isOurs(outcome)) return { finding: { state: 'ok', message: `${endpoint} reaches the gateway` } };
  const finding = withPaths(faultOf(endpoint, outcome), target.pathname, webhook.path);
  return { finding, isBarred: outcome.kind === 'answered' && outcome.status === 401 };
}

/** The platform may know another address than the one that was called. */
function despite(found: Finding, calledAt: number, now: number, endpoint: string | undefined): Finding {
  const called = `the platform last called ${ago(calledAt, now)}`;
  if (endpoint === undefined) return { state: 'ok', message: called };
  if (now - calledAt < PROOF_MS) return { state: 'ok', message: `${called}, although ${found.message}` };
  return { ...found, state: 'warning', message: `${found.message}; ${called}` };
}

const UNKNOWN: Finding = {
  state: 'unknown',
  message: 'its address is unknown, because gateway.publicUrl is not set',
  setting: SETTING,
  remedy: 'Pass it: `gatehouse workchat doctor --endpoint https://<host>/api/messages`.',
};

const NEVER_CALLED: Finding = {
  ...UNKNOWN,
  message: `${UNKNOWN.message}, and no call has arrived since the start`,
  remedy: `Write to the bot, then check again. ${UNKNOWN.remedy}`,
};

const noHttps = (url: string): Finding => ({
  state: 'failed',
  message: `${url} does not use https`,
  setting: SETTING,
  remedy: 'The platform calls only https addresses. Put a proxy or a tunnel in front of the gateway.',
});

/** A proxy may change the path on the way, so two paths are a fault only where the gateway does not answer. */
const withPaths = (fault: Finding, path: string, wanted: string): Finding =>
  path === wanted
    ? fault
    : {
        ...fault,
        message: `${fault.message}; its path is ${path}, but webhook.path is ${wanted}`,
        remedy: `Use the same path for both, or let the proxy rewrite it. ${fault.remedy ?? ''}`.trim(),
      };

function faultOf(url: string, outcome: HttpOutcome): Finding {
  const fault = { state: 'failed', setting: SETTING } as const;
  if (outcome.kind !== 'answered') return unanswered(url, outcome.detail);
  const { status, headers } = outcome;
  if (status === 401 || status === 403)
    return {
      ...fault,
      message: `${url} answers ${status}, but not from the gateway`,
      remedy: 'A proxy or tunnel requires a login. Exempt this path from it.',
    };
  if (status >= 300 && status < 400)
    return {
      ...fault,
      message: `${url} redirects elsewhere (${status}, ${hostOf(headers.location)})`,
      remedy: 'The platform does not follow redirects. Forward this path without a redirect.',
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      ...fault,
      message: `${url} answers ${status}`,
      remedy: 'The proxy does not reach the gateway. Make it forward this path to the listener.',
    };
  return {
    ...fault,
    message: `${url} answers ${status}, but not from the gateway`,
    remedy: 'Make the proxy or tunnel forward POST requests for this path to the listener, unchanged.',
  };
}

function unanswered(url: string, detail: string): Finding {
  if (/CERT|TLS|SSL|SELF_SIGNED|DEPTH_|UNABLE_TO/.test(detail))
    return {
      state: 'failed',
      message: `https does not work at ${url} (${detail})`,
      setting: SETTING,
      remedy: 'The platform requires TLS with a publicly trusted certificate.',
    };
  return {
    state: 'warning',
    message: `${url} cannot be reached from here (${detail})`,
    setting: SETTING,
    remedy:
      'Try it from outside: `curl -i -X POST <address>` must answer 401. In some networks, a machine cannot call its own public address.',
  };
}

const hostOf = (location: HttpHeaders[string]): string =>
  URL.parse(String(location ?? ''))?.host ?? 'no address';
