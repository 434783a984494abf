import type { WireError } from './wire.js';

const TYPES: Readonly<Record<number, string>> = {
  401: 'invalid_request_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

/** The error body of OpenAI and of the servers that imitate it. */
export function openAiError({ status, message, code, param }: WireError): object {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message, type, param: param ?? null, code: code ?? null } };
}

export const wrongOpenAiKey = (): WireError => ({
  status: 401,
  code: 'invalid_api_key',
  message: 'Incorrect API key provided.',
});

export const unknownOpenAiModel = (model: string): WireError => ({
  status: 404,
  code: 'model_not_found',
  message: `The model \`${model}\` does not exist or you do not have access to it.`,
});
