import type { WireName } from '../types.js';
import { refusal } from './bytes.js';
import { PLAIN_ANSWERS, PLAIN_TEXT } from './plain-answers.js';
import type { Quirk } from './quirk.js';

/** A refusal of the second tool, and the answer to the request without it. */
function refused(
  name: string,
  source: string,
  [wire, status, body]: readonly [WireName, number, object | string],
): Quirk {
  return {
    name,
    source,
    wires: [wire],
    answers: [refusal(status, body), PLAIN_ANSWERS[wire]],
    right: { text: PLAIN_TEXT, offered: ['get_weather'] },
  };
}

const openAiError = (message: string, param: string | null = null): object => ({
  error: { message, type: 'invalid_request_error', param, code: 'invalid_function_parameters' },
});

const NOT_2020_12 =
  'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).';
const OPENAI_WORDS =
  "Invalid schema for function 'get_time': In context=('properties', 'at'), 'x' is not permitted.";

/** A vendor refuses a tool in spite of all: the words by which it names the tool. */
export const REFUSED_TOOLS: readonly Quirk[] = [
  refused('anthropic-refused-tool', 'anthropics/claude-code#5319', [
    ...(['anthropic', 400] as const),
    { type: 'error', error: { type: 'invalid_request_error', message: NOT_2020_12 } },
  ]),
  refused('openai-refused-tool', 'modelscope/ms-agent#610', [
    ...(['openai', 400] as const),
    openAiError(OPENAI_WORDS, 'tools[1].parameters'),
  ]),
  refused('azure-refused-tool', 'as OpenAI, by chat completions; griptape#2012', [
    ...(['openai-compatible', 400] as const),
    openAiError(OPENAI_WORDS, 'tools[1].function.parameters'),
  ]),
  refused('gemini-refused-tool', 'wecode-ai/Wegent#1274', [
    ...(['gemini', 400] as const),
    {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message:
          '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[at].items: missing field\n',
      },
    },
  ]),
  refused('vertex-refused-tool', 'reportportal/reportportal-mcp-server#25', [
    ...(['openai-compatible', 400] as const),
    [
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message:
            'Unable to submit request because get_time functionDeclaration parameters.at schema specified incorrect schema type field. For schema with enum values, schema type should not be OBJECT or ARRAY.',
        },
      },
    ],
  ]),
  refused('openrouter-refused-tool', 'the words of a provider in `metadata.raw`', [
    ...(['openai-compatible', 400] as const),
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: JSON.stringify(openAiError(OPENAI_WORDS)), provider_name: 'Azure' },
      },
    },
  ]),
  refused('litellm-refused-tool', 'the words of Bedrock by LiteLLM', [
    ...(['openai-compatible', 400] as const),
    openAiError(
      'litellm.BadRequestError: BedrockException - {"message":"The value at toolConfig.tools.1.toolSpec.inputSchema.json.type must be one of the following: object."}',
    ),
  ]),
  refused('groq-refused-tool', 'the words of Groq: the place in the list', [
    ...(['openai-compatible', 400] as const),
    openAiError(
      'invalid JSON schema for tool get_time, tools[1].function.parameters: `/properties/at`: oneOf failed',
    ),
  ]),
  refused('vllm-refused-tool', 'servers with pydantic: the path to the fault', [
    ...(['openai-compatible', 422] as const),
    {
      detail: [
        {
          type: 'dict_type',
          loc: ['body', 'tools', 1, 'function', 'parameters'],
          msg: 'Input should be a valid dictionary',
        },
      ],
    },
  ]),
  refused('relay-refused-tool', 'relays that answer 500 with the words of the vendor', [
    ...(['openai-compatible', 500] as const),
    openAiError(`upstream: ${OPENAI_WORDS}`),
  ]),
  {
    name: 'openai-refused-tools-one-by-one',
    source: 'a refusal names the first only',
    wires: ['openai'],
    answers: [
      refusal(400, openAiError("Invalid schema for function 'get_weather': None is not of type 'array'.")),
      refusal(400, openAiError(OPENAI_WORDS)),
      PLAIN_ANSWERS.openai,
    ],
    right: { text: PLAIN_TEXT, offered: [] },
  },
  {
    name: 'openai-refused-other',
    source: 'a refusal about no tool',
    wires: ['openai'],
    answers: [refusal(400, openAiError("Invalid type for 'input': expected one of a string or an array."))],
    right: { failure: { status: 400, isRetryable: false } },
  },
];
