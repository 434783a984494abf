import { chunk, events, refusal } from '../bytes.js';
import type { Quirk } from '../quirk.js';
import { halved, said } from './line.js';

/** How vendors say it by the chat API. */
export const OF_VENDORS: readonly Quirk[] = [
  halved(
    'openai-too-long',
    'dimagi/open-chat-studio#463',
    said(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8202 tokens. Please reduce the length of the messages.",
      { param: 'messages', code: 'context_length_exceeded' },
    ),
    { window: 8_192 },
  ),
  halved(
    'azure-too-long',
    'cookbook.openai.com/examples/azure/chat: the code of OpenAI, with fields of the content filter',
    said('Please reduce the length of the messages.', {
      code: 'context_length_exceeded',
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    }),
  ),
  halved(
    'groq-too-long',
    'OpenHands/OpenHands#1902',
    said('Please reduce the length of the messages or completion.', {
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  ),
  {
    name: 'groq-too-long-for-a-minute',
    source: 'continuedev/continue#10218: a 413 about a limit per minute, which is no window',
    wires: ['openai-compatible'],
    answers: [
      refusal(413, {
        error: {
          message:
            'Request too large for model `llama-3.3-70b-versatile` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.',
          type: 'tokens',
          code: 'rate_limit_exceeded',
        },
      }),
    ],
    right: { failure: { status: 413, isRetryable: false, message: '413' } },
  },
  halved(
    'together-too-long',
    'BerriAI/litellm#4934',
    said(
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 80125 `inputs` tokens and 4096 `max_new_tokens`',
      { param: 'max_tokens' },
      422,
    ),
    { window: 4_097 },
  ),
  halved(
    'mistral-too-long',
    'docs.mistral.ai/resources/known-limitations',
    refusal(400, {
      object: 'error',
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
      message:
        'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    }),
  ),
  halved(
    'kimi-too-long',
    'MoonshotAI/kimi-cli#2011',
    refusal(400, {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)',
        type: 'invalid_request_error',
      },
    }),
  ),
  halved(
    'kimi-too-long-message-size',
    'MoonshotAI/kimi-code#1862',
    said('total message size 2100954 exceeds limit 2097152'),
  ),
  halved(
    'dashscope-too-long',
    'QwenLM/qwen-code#98, anomalyco/opencode#45834',
    said('<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]', {
      code: 'invalid_parameter_error',
    }),
    { window: 30_720 },
  ),
  halved(
    'poolside-too-long',
    'earendil-works/pi#4943',
    said('Input length 131393 exceeds the maximum allowed input length of 131040 tokens.'),
  ),
  halved(
    'glm-too-long',
    'NVIDIA-NeMo/Switchyard#314: the code is the status',
    refusal(400, {
      error: {
        message: 'Input length 877338 exceeds the maximum allowed input length of 639968 tokens',
        code: '400',
      },
    }),
  ),
  halved(
    'glm-too-long-volcano',
    'langgenius/dify#32221',
    said('Input length 203743 exceeds the maximum length 202752', { code: 'InvalidParameter' }),
  ),
  halved(
    'zai-too-long',
    'earendil-works/pi#9805',
    refusal(400, { error: { code: '1261', message: 'Prompt too long' } }),
  ),
  halved(
    'zai-too-long-1210',
    'NousResearch/hermes-agent#61728',
    refusal(400, { error: { code: '1210', message: 'tokens in request more than max tokens allowed' } }),
  ),
  halved(
    'gemini-compat-too-long',
    'google-gemini/gemini-cli#6678: a list around the error',
    refusal(400, [
      {
        error: {
          code: 400,
          message: 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ]),
  ),
  halved(
    'gemini-compat-too-long-without-count',
    'BerriAI/litellm#18282',
    refusal(400, [
      {
        error: {
          code: 400,
          message: 'The input token count exceeds the maximum number of tokens allowed (32768).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ]),
    { window: 32_768 },
  ),
  halved(
    'deepinfra-too-long-in-stream',
    'NousResearch/hermes-agent#65631: fields of its own in a chunk without choices',
    {
      body: events(
        {
          choices: null,
          error_type: 'BadRequestError',
          error_message:
            "This model's maximum context length is 16384 tokens. Your request has 20000 input tokens.",
        },
        '[DONE]',
      ),
    },
    { window: 16_384 },
  ),
  halved(
    'xai-too-long',
    'cline/cline#3120',
    refusal(400, {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
    }),
  ),
  halved(
    'minimax-too-long',
    'MiniMax-AI/MiniMax-M2#119',
    said('invalid params, context window exceeds limit (2013)'),
  ),
  halved(
    'openrouter-too-long',
    'refly-ai/refly#1177',
    refusal(400, {
      error: {
        message:
          'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" transform.',
        code: 400,
      },
    }),
    { window: 32_768 },
  ),
  halved(
    'openrouter-too-long-in-stream',
    'diegosouzapw/OmniRoute#8210: a chunk without choices, with the error beside them',
    {
      body:
        ': OPENROUTER PROCESSING\n\n' +
        events({
          ...chunk({ content: '' }, 'error'),
          error: { code: 400, message: "This endpoint's maximum context length is 8192 tokens." },
        }),
    },
    { window: 8_192 },
  ),
  halved('bedrock-too-long', 'anthropics/claude-code#760', said('Input is too long for requested model.')),
  halved(
    'copilot-too-long',
    'opencode: the words of GitHub Copilot',
    said('prompt token count of 130000 exceeds the limit of 128000', {
      code: 'model_max_prompt_tokens_exceeded',
    }),
  ),
];
