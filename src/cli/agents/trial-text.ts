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

export const TOOLS_REFUSED = 'The model refuses calls with tools, and every message comes with them.';
export const TOOLS_OFF =
  'The model refuses tools, so it gets none (tools.allow is []): it can write, but not react, edit or send files.';

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
      cause: `Even one short question with the tools is longer than ${model} at ${baseUrl} takes${most}.`,
      remedy: 'Load the model with a larger context, or give the agent fewer tools.',
    };
  }
  const hasList = runtime.type === 'openai-compatible' || runtime.type === 'http';
  if (!hasList && status !== undefined && MAY_BE_NAME.has(status))
    return { cause: refused(baseUrl, failure), remedy: `Check runtime.model of agent ${id}: ${model}.` };
  if (status === 404 || status === 400 || status === 422 || code === 'no-events') {
    const likely = await likelyBaseUrl(baseUrl, apiKey);
    const why =
      code === 'no-events' ? `${baseUrl} answers, but not as a model does.` : refused(baseUrl, failure);
    if (likely !== undefined) return { cause: why, remedy: `The base URL seems to be ${likely}` };
    return { cause: why, remedy: modelText(model, await modelsAt(baseUrl, apiKey)) };
  }
  if (status !== undefined) return byStatus(status, { baseUrl, hasKey: apiKey !== undefined });
  if (code === 'late') {
    const remedy = `A model is loaded for its first answer: try again. If it stays slow, take a smaller model, or raise runtime.timeoutMs of agent ${id}.`;
    return { cause: `There was no whole answer within ${runtime.timeoutMs / 1000} s.`, remedy };
  }
  if (code === 'silent') {
    const remedy = `A model is loaded for its first answer: try again. If it stays slow, raise runtime.firstByteMs of agent ${id}.`;
    return { cause: `${failure.message}.`, remedy };
  }
  if (code === 'empty') {
    const remedy = `Raise runtime.maxOutputTokens of agent ${id} for a model that thinks, or take another model.`;
    return { cause: 'The answer had no text.', remedy };
  }
  return (
    byConnection(baseUrl, connectionCode(cause), servers) ?? { cause: `${failure.message}.`, remedy: LOG }
  );
}

/** The statuses by which vendors refuse the name of a model, or a setting that it does not take. */
const MAY_BE_NAME = new Set([400, 404, 422]);

const LOG = 'The log of the model server says more.';

const refused = (baseUrl: string, { status = 0 }: Failure): string =>
  status === 404
    ? `${baseUrl} does not know the model or the path (404).`
    : `${baseUrl} refuses the call (${status}).`;

function modelText(model: string, models: readonly string[] | undefined): string {
  if (!models) return 'Base URLs mostly end in /v1. Check it, and the name of the model.';
  if (models.length === 0) return 'There is no model yet: download or load one there first.';
  const shown = models.slice(0, SHOWN_MODELS).join(', ');
  const more = models.length > SHOWN_MODELS ? ` and ${models.length - SHOWN_MODELS} more` : '';
  const isThere = models.includes(model)
    ? 'The model is there, so ask its log.'
    : `There is no ${model} there.`;
  return `${isThere} Models there: ${shown}${more}.`;
}

function byStatus(
  status: number,
  { baseUrl, hasKey }: { readonly baseUrl: string; readonly hasKey: boolean },
): Trouble {
  if (status === 401 || status === 403) {
    return hasKey
      ? {
          cause: `${baseUrl} refuses the API key (${status}).`,
          remedy: 'Enter the key again, or make a new one there.',
        }
      : {
          cause: `${baseUrl} wants an API key (${status}).`,
          remedy: 'Give one: --api-key-file <file>, or --api-key -',
        };
  }
  if (status === 402)
    return { cause: 'The account there has no credit left (402).', remedy: 'Add credit there.' };
  if (status === 429)
    return { cause: `${baseUrl} takes no more calls now (429).`, remedy: 'Wait a minute, then try again.' };
  if (status < 400)
    return {
      cause: `${baseUrl} sends callers elsewhere (${status}).`,
      remedy: 'Use the address it leads to.',
    };
  if (status === 503)
    return {
      cause: `${baseUrl} is not ready (503).`,
      remedy: `It may still load the model: try again. ${LOG}`,
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
        ? 'Is the model server started, and the port right?'
        : `Is ${known.name} started? If not, ${known.start}`;
    return { cause: `Nothing listens at ${place}.`, remedy };
  }
  if (/^(?:ENOTFOUND|EAI_)/.test(code))
    return {
      cause: `The host of ${place} is not known.`,
      remedy: 'Check its name, and that this machine is online.',
    };
  if (/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOST|ENET)/.test(code))
    return {
      cause: `${place} cannot be reached (${code}).`,
      remedy: 'Is it on, in this network, and open in its firewall?',
    };
  if (/^(?:EPROTO|ERR_SSL|ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code))
    return {
      cause: `No secure connection to ${place} (${code}).`,
      remedy:
        'Is it https there, with a certificate that this machine trusts? On your own machine it mostly is http.',
    };
  if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_)/.test(code))
    return {
      cause: `${place} cut the connection (${code}).`,
      remedy: `Is it a model server, and http rather than https? ${LOG}`,
    };
  return undefined;
}
