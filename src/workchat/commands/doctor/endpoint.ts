import { isLoopbackHost } from '../../../common/index.js';
import { fieldsOf, type HttpHeaders, type HttpOutcome, textOf } from '../../../channels/kit/index.js';
import { exchange } from '../../service/http.js';
import type { WebhookAddress, WorkchatSettings } from '../../settings/settings.js';
import type { Finding } from './finding.js';

/** The platform waits about this long (wire 1.18), so a slower listener is useless. */
const TIMEOUT_MS = 10_000;

/** The finding of a call without a token. */
export interface Knock {
  readonly finding: Finding;
  /** The response time in ms; undefined without an answer of the gateway. */
  readonly tookMs?: number;
  /** A program other than the gateway answered 401. */
  readonly isBarred?: boolean;
}

/** Calls the listener on this machine like the platform, but without a token. */
export async function knockAtListener(
  { host, port, path }: WebhookAddress,
  signal: AbortSignal,
): Promise<Knock> {
  if (port === 0) {
    const text = 'webhook.port is 0: where it listens, only the running gateway knows';
    return { finding: { name: 'listener', state: 'unknown', text, cure: 'Set webhook.port to a port.' } };
  }
  const url = `http://${reachableHost(host)}:${port}${path}`;
  const startedAt = performance.now();
  const outcome = await call(url, signal);
  const tookMs = Math.round(performance.now() - startedAt);
  if (isOurs(outcome)) return { finding: listening(url, tookMs), tookMs };
  return { finding: { name: 'listener', state: 'failed', ...listenerFault(url, outcome) } };
}

/** Calls the address configured at the platform, from this machine. @param url undefined where it is unknown */
export async function knockAtEndpoint(
  url: string | undefined,
  { webhook, cloud }: Pick<WorkchatSettings, 'webhook' | 'cloud'>,
  signal: AbortSignal,
): Promise<Knock> {
  const name = 'endpoint';
  if (url === undefined)
    return {
      finding: {
        name,
        state: 'unknown',
        text: 'its address is not known: gateway.publicUrl is not set',
        cure: 'Give it: gatehouse workchat doctor --endpoint https://<host>/api/messages',
      },
    };
  const target = new URL(url);
  // A custom cloud may run on this machine and call the listener there.
  if (target.protocol !== 'https:' && !(cloud.isOwn && isLoopbackHost(target.hostname)))
    return failed(
      `${url} is not https`,
      'The platform calls https addresses only: put a proxy or a tunnel before it.',
    );
  const outcome = await call(target.href, signal);
  if (isOurs(outcome)) return { finding: { name, state: 'ok', text: `${url} leads to the gateway` } };
  const fault = withPaths(endpointFault(url, outcome), target.pathname, webhook.path);
  return { finding: { name, ...fault }, isBarred: outcome.kind === 'answered' && outcome.status === 401 };
}

const failed = (text: string, cure: string): Knock => ({
  finding: { name: 'endpoint', state: 'failed', text, cure },
});

/** A proxy may change the path on the way, so two paths are a fault only where the gateway does not answer. */
const withPaths = <T extends Fault>(fault: T, path: string, wanted: string): T =>
  path === wanted
    ? fault
    : {
        ...fault,
        text: `${fault.text}; its path is ${path}, and webhook.path is ${wanted}`,
        cure: `Make the paths the same, or let the proxy change them. ${fault.cure ?? ''}`.trim(),
      };

const call = (url: string, signal: AbortSignal): Promise<HttpOutcome> =>
  exchange({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'gatehouse-doctor' },
    body: '{}',
    timeoutMs: TIMEOUT_MS,
    signal,
  });

/** The webhook's answer to a call without a token (webhook/refusal.ts). */
const isOurs = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'answered' &&
  outcome.status === 401 &&
  textOf(fieldsOf(outcome.json).error) === 'Unauthorized';

const listening = (url: string, tookMs: number): Finding => ({
  name: 'listener',
  state: 'ok',
  text: `${url} answers a call without a token with 401, in ${tookMs} ms`,
});

type Fault = Omit<Finding, 'name' | 'state'>;

function listenerFault(url: string, outcome: HttpOutcome): Fault {
  if (outcome.kind === 'unreachable')
    return {
      text: `nothing listens at ${url} (${outcome.detail})`,
      cure: 'Start the gateway: gatehouse start',
    };
  if (outcome.kind === 'interrupted')
    return { text: `${url} does not answer (${outcome.detail})`, cure: 'Look at the log of the gateway.' };
  if (outcome.status === 503)
    return {
      text: `${url} answers 503: it does not take calls yet`,
      cure: 'The log says why: the keys of the platform cannot be fetched, or the credentials are refused.',
    };
  return {
    text: `${url} answers ${outcome.status}, which is not this gateway`,
    cure: 'Another program has the port, or the gateway runs with other settings: set webhook.port, or restart it.',
  };
}

function endpointFault(url: string, outcome: HttpOutcome): Pick<Finding, 'state' | 'text' | 'cure'> {
  const state = 'failed';
  if (outcome.kind !== 'answered') return unanswered(url, outcome.detail);
  const { status, headers } = outcome;
  if (status === 401 || status === 403)
    return {
      state,
      text: `${url} answers ${status}, and it is not the gateway that does`,
      cure: 'A proxy or tunnel wants a login: let the path through without.',
    };
  if (status >= 300 && status < 400)
    return {
      state,
      text: `${url} leads elsewhere (${status}, ${hostOf(headers.location)})`,
      cure: 'The platform follows no redirect: let the path through as it is.',
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      state,
      text: `${url} answers ${status}`,
      cure: 'The proxy does not reach the gateway: let it pass the path on to the listener.',
    };
  return {
    state,
    text: `${url} answers ${status}, which is not the gateway`,
    cure: 'Let the proxy or tunnel pass just this path on to the listener, by POST and unchanged.',
  };
}

function unanswered(url: string, detail: string): Pick<Finding, 'state' | 'text' | 'cure'> {
  if (/CERT|TLS|SSL|SELF_SIGNED|DEPTH_|UNABLE_TO/.test(detail))
    return {
      state: 'failed',
      text: `the https of ${url} cannot be used (${detail})`,
      cure: 'The platform wants TLS with a certificate that everybody trusts.',
    };
  return {
    state: 'warning',
    text: `${url} cannot be reached from here (${detail})`,
    cure: 'Try it from outside: curl -i -X POST <address> has to answer 401. Some networks do not let a machine call itself.',
  };
}

const hostOf = (location: HttpHeaders[string]): string =>
  URL.parse(String(location ?? ''))?.host ?? 'no address';

/** A listener on all addresses is also on the loopback one. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
