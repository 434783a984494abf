import { isLoopbackHost } from '../../../common/index.js';
import { AgentRuntimeConfig } from '../../../config/index.js';
import { ServiceClient } from '../../runtimes/service-client.js';
import { WIRES } from '../wires.js';
import { connectionNote } from './connection-note.js';
import type { ProbeReport } from './model-probe.js';
import { ModelProber } from './model-prober.js';
import { answers, elsewhere, failed } from './probe-notes.js';

/** A router of all vendors lists a thousand models, with a text for each. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** The answers of a proxy for a service that it does not reach. */
const NOT_BEHIND = new Set([502, 503, 504]);

/**
 * Asks whether a model's server answers, takes the key and knows the name. Never rejects for a fault of theirs. Costs no
 * tokens, and follows no redirect.
 * @param timeoutMs for all calls together
 * @returns undefined for a runtime without a server
 */
export async function probeRuntime(
  runtime: AgentRuntimeConfig,
  timeoutMs: number,
): Promise<ProbeReport | undefined> {
  const wire = WIRES.find(({ type }) => type === runtime.type);
  if (!wire && runtime.type !== 'http') return undefined;
  const { baseUrl = wire?.defaultBaseUrl ?? '' } = runtime;
  const server = baseUrl.replace(/\/+$/, '');
  const api = { type: runtime.type, usualUrl: wire?.defaultBaseUrl };
  const client = new ServiceClient('the model', MAX_ANSWER_BYTES);
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = Object.assign(new AgentRuntimeConfig(), runtime, { baseUrl });
  try {
    if (!wire) return await probeService({ runtime: asked, server }, client, signal);
    const prober = new ModelProber(
      { probe: await wire.probe(), runtime: asked, api, server },
      client,
      signal,
    );
    const reply = await prober.request(prober.firstCall);
    const clock = clockOf(reply.headers.date);
    return { server, notes: await prober.notesOf(reply), ...(clock && { clock }) };
  } catch (error) {
    const isVendors = runtime.baseUrl === undefined && !isLoopbackHost(URL.parse(baseUrl)?.hostname ?? '');
    return { server, notes: [connectionNote(error, { server, api, isVendors, timeoutMs })] };
  } finally {
    await client.close();
  }
}

interface Service {
  readonly runtime: AgentRuntimeConfig;
  readonly server: string;
}

/** A service of the operator's own: any answer shows that it is there. HEAD is no turn, and is not signed. */
async function probeService(
  { runtime, server }: Service,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const { baseUrl: url = '', headers: custom } = runtime;
  const { status, headers } = await client.request({ method: 'HEAD', url, custom, headers: {} }, signal);
  const note = NOT_BEHIND.has(status)
    ? failed('server', 'model-error', `the proxy at ${server} does not reach the service (${status})`)
    : status >= 300 && status < 400
      ? elsewhere(server, status)
      : answers(server);
  const clock = clockOf(headers.date);
  return { server, notes: [note], ...(clock && { clock }) };
}

const clockOf = (theirs: string | undefined): ProbeReport['clock'] =>
  theirs === undefined ? undefined : { theirs, ours: Date.now() };
