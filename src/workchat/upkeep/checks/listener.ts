import type { Finding } from '../../../common/index.js';
import type { HttpOutcome } from '../../../channels/kit/index.js';
import { type CheckSubject, settingAt } from './check-subject.js';
import { isOurs, knock, type Knock } from './knock.js';

const PORT = settingAt('webhook.port');
const OTHER_PORT = `\`gatehouse config set ${PORT} <port>\``;

/** Calls the listener on this machine. */
export async function knockAtListener(
  { settings, gateway }: Pick<CheckSubject, 'settings' | 'gateway'>,
  signal: AbortSignal,
): Promise<Knock> {
  const { host, path, port = gateway?.port ?? 0 } = portOf(settings.webhook);
  if (port === 0) return { finding: gateway ? CLOSED : UNKNOWN };
  const url = `http://${reachableHost(host)}:${port}${path}`;
  const startedAt = performance.now();
  const outcome = await knock(url, signal);
  const tookMs = Math.round(performance.now() - startedAt);
  if (!isOurs(outcome)) return { finding: faultOf(url, outcome, gateway !== undefined) };
  if (gateway && gateway.port === undefined) return { finding: othersGateway(url) };
  const message = `${url} answers calls without a token with 401 as it should, in ${tookMs} ms`;
  return { finding: { state: 'ok', message }, tookMs };
}

/** The port 0 stands for any free one, which only the running gateway knows. */
const portOf = ({ port, ...address }: CheckSubject['settings']['webhook']) => ({
  ...address,
  port: port === 0 ? undefined : port,
});

const UNKNOWN: Finding = {
  state: 'unknown',
  message: 'webhook.port is 0, so only the running gateway knows its port',
  setting: PORT,
  remedy: `Set a fixed port: ${OTHER_PORT}.`,
};

const CLOSED: Finding = {
  state: 'failed',
  message: "the listener for the platform's calls is not open",
  setting: PORT,
  remedy: 'See why: `gatehouse logs --level warn`.',
};

const othersGateway = (url: string): Finding => ({
  state: 'failed',
  message: `another gateway is listening at ${url}`,
  setting: PORT,
  remedy: `Stop the other one, or use another port: ${OTHER_PORT}.`,
});

function faultOf(url: string, outcome: HttpOutcome, isGateway: boolean): Finding {
  const fault = { state: 'failed', setting: PORT } as const;
  if (outcome.kind === 'unreachable')
    return {
      ...fault,
      message: `nothing is listening at ${url} (${outcome.detail})`,
      remedy: isGateway ? 'See why: `gatehouse logs --level warn`.' : 'Start the gateway: `gatehouse start`.',
    };
  if (outcome.kind === 'interrupted')
    return {
      ...fault,
      message: `${url} does not respond (${outcome.detail})`,
      remedy: 'See why: `gatehouse logs --level warn`.',
    };
  if (outcome.status === 503)
    return {
      ...fault,
      message: `${url} answers 503 because it does not accept calls yet`,
      remedy: "See the log: either the platform's keys cannot be fetched, or the credentials are rejected.",
    };
  return {
    ...fault,
    message: `${url} answers ${outcome.status}, but not from this gateway`,
    remedy: `Another program uses the port, or the gateway runs with other settings. Use another port (${OTHER_PORT}), or restart the gateway.`,
  };
}

/** A listener on all addresses is also on the loopback one. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
