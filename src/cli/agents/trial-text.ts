import type { Trial } from '../../assistant/index.js';
import type { AgentConfig } from '../../config/index.js';
import { printable } from '../output/text.js';
import { likelyBaseUrl, modelsAt, type ModelServer } from './model-servers.js';

type Failure = Extract<Trial, { kind: 'failed' }>['failure'];

/** Why an agent did not answer, and what to do about it: a sentence each. */
export interface Trouble {
  readonly cause: string;
  readonly remedy: string;
}

export interface Tried {
  readonly agent: AgentConfig;
  readonly trial: Trial;
  readonly trouble?: Trouble;
}

const SHOWN_ANSWER = 60;
const SHOWN_MODELS = 8;

/** The name under which people know what answers: the model, else the runtime. */
export const modelName = ({ runtime: { model, type } }: AgentConfig): string => model ?? type;

/** The good news as a line. */
export function answerText({ agent, trial }: Tried): string {
  if (trial.kind === 'failed') return '';
  const shown = trial.text.length > SHOWN_ANSWER ? `${trial.text.slice(0, SHOWN_ANSWER)}…` : trial.text;
  return printable(`${modelName(agent)} answered in ${(trial.ms / 1000).toFixed(1)} s: ${shown}`);
}

export const TOOLS_REFUSED = 'The model rejects calls with tools, and every call to it has tools.';
export const TOOLS_OFF =
  'The model rejects tools, so tools are off (tools.allow is []): it can answer, but not react, edit or send files.';

/** Finds out why an agent did not answer; may ask its server for the names of the models. */
export async function troubleOf(
  { id, runtime }: AgentConfig,
  failure: Failure,
  servers: readonly ModelServer[],
): Promise<Trouble> {
  const { baseUrl = `the API of ${runtime.type}`, apiKey, model = '' } = runtime;
  const { status, code, cause } = failure;
  if (code === 'too-long') {
    const most = failure.window === undefined ? '' : ` (${failure.window} tokens)`;
    return {
      cause: `Even a short question with the tools exceeds the context of ${model} at ${baseUrl}${most}.`,
      remedy: 'Load the model with a larger context, or give the agent fewer tools.',
    };
  }
  const hasList = runtime.type === 'openai-compatible' || runtime.type === 'http';
  if (!hasList && status !== undefined && MAY_BE_NAME.has(status))
    return { cause: refused(baseUrl, failure), remedy: `Check runtime.model of agent ${id}: ${model}.` };
  if (status === 404 || status === 400 || status === 422 || code === 'no-events') {
    const likely = await likelyBaseUrl(baseUrl, apiKey);
    const why =
      code === 'no-events' ? `${baseUrl} answers, but not like a model server.` : refused(baseUrl, failure);
    if (likely !== undefined) return { cause: why, remedy: `The base URL is probably ${likely}` };
    return { cause: why, remedy: modelText(model, await modelsAt(baseUrl, apiKey)) };
  }
  if (status !== undefined) return byStatus(status, { baseUrl, hasKey: apiKey !== undefined });
  if (code === 'late') {
    const remedy = `The server may still have been loading the model: try again. If it stays slow, use a smaller model, or raise runtime.timeoutMs of agent ${id}.`;
    return { cause: `No complete answer within ${runtime.timeoutMs / 1000} s.`, remedy };
  }
  if (code === 'silent') {
    const remedy = `The server may still have been loading the model: try again. If it stays slow, raise runtime.firstByteMs of agent ${id}.`;
    return { cause: `${failure.message}.`, remedy };
  }
  if (code === 'empty') {
    const remedy = `For a reasoning model, raise runtime.maxOutputTokens of agent ${id}; otherwise use another model.`;
    return { cause: 'The answer had no text.', remedy };
  }
  return (
    byConnection(baseUrl, connectionCode(cause), servers) ?? { cause: `${failure.message}.`, remedy: LOG }
  );
}

/** The statuses by which vendors refuse the name of a model, or a setting that it does not take. */
const MAY_BE_NAME = new Set([400, 404, 422]);

const LOG = 'See the log of the model server.';

const refused = (baseUrl: string, { status = 0 }: Failure): string =>
  status === 404
    ? `${baseUrl} does not know the model or the path (404).`
    : `${baseUrl} rejected the call (${status}).`;

function modelText(model: string, models: readonly string[] | undefined): string {
  if (!models) return 'Check the base URL (most end in /v1) and the name of the model.';
  if (models.length === 0) return 'The server has no models yet: download or load one first.';
  const shown = models.slice(0, SHOWN_MODELS).join(', ');
  const more = models.length > SHOWN_MODELS ? ` and ${models.length - SHOWN_MODELS} more` : '';
  const isThere = models.includes(model)
    ? 'The server has this model, so check its log.'
    : `The server has no model ${model}.`;
  return `${isThere} Its models: ${shown}${more}.`;
}

function byStatus(
  status: number,
  { baseUrl, hasKey }: { readonly baseUrl: string; readonly hasKey: boolean },
): Trouble {
  if (status === 401 || status === 403) {
    return hasKey
      ? {
          cause: `${baseUrl} rejected the API key (${status}).`,
          remedy: 'Enter the key again, or create a new one there.',
        }
      : {
          cause: `${baseUrl} requires an API key (${status}).`,
          remedy: 'Pass one: --api-key-file <file>, or --api-key -',
        };
  }
  if (status === 402) return { cause: 'The account has no credit left (402).', remedy: 'Add credit to it.' };
  if (status === 429)
    return {
      cause: `${baseUrl} accepts no more calls for now (429).`,
      remedy: 'Wait a minute, then try again.',
    };
  if (status < 400)
    return {
      cause: `${baseUrl} redirects to another address (${status}).`,
      remedy: 'Use that address.',
    };
  if (status === 503)
    return {
      cause: `${baseUrl} is not ready (503).`,
      remedy: `It may still be loading the model: try again. ${LOG}`,
    };
  return { cause: `The model server failed (${status}).`, remedy: LOG };
}

const connectionCode = (cause: unknown): string => {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

function byConnection(baseUrl: string, code: string, servers: readonly ModelServer[]): Trouble | undefined {
  const place = URL.parse(baseUrl)?.host ?? baseUrl;
  if (code === 'ECONNREFUSED') {
    const known = servers.find((each) => URL.parse(each.baseUrl)?.origin === URL.parse(baseUrl)?.origin);
    const remedy =
      known?.start === undefined
        ? 'Check that the model server is running, and that the port is correct.'
        : `If ${known.name} is not running, ${known.start}`;
    return { cause: `Nothing is listening at ${place}.`, remedy };
  }
  if (/^(?:ENOTFOUND|EAI_)/.test(code))
    return {
      cause: `The host of ${place} was not found.`,
      remedy: 'Check the name, and that this machine is online.',
    };
  if (/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOST|ENET)/.test(code))
    return {
      cause: `${place} cannot be reached (${code}).`,
      remedy: 'Check that it is on, reachable from this network, and not blocked by its firewall.',
    };
  if (/^(?:EPROTO|ERR_SSL|ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code))
    return {
      cause: `No secure connection to ${place} (${code}).`,
      remedy:
        'Check that it uses https with a certificate that this machine trusts. A server on your own machine usually uses http.',
    };
  if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_)/.test(code))
    return {
      cause: `${place} closed the connection (${code}).`,
      remedy: `Check that it is a model server, and whether it uses http or https. ${LOG}`,
    };
  return undefined;
}
