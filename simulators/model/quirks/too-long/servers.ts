import { refusal, WARM } from '../bytes.js';
import type { Quirk } from '../quirk.js';
import { halved, said, streamed } from './line.js';

/** How the servers that people run themselves say that a request is longer than the model takes. */
export const OF_SERVERS: readonly Quirk[] = [
  halved(
    'lmstudio-too-long',
    'aaif-goose/goose#11318: an event named "error" in a 200',
    {
      body: `event: error\ndata: ${JSON.stringify({
        error: {
          message:
            'Input does not fit in context length. The input has 31430 tokens, but the context length only supports 30000 tokens.',
        },
        message: 'Input does not fit in context length.',
      })}\n\n`,
    },
    { window: 30_000 },
  ),
  halved(
    'lmstudio-too-long-to-keep',
    'lmstudio-bug-tracker#546',
    said(
      'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
    ),
    { window: 32_768 },
  ),
  halved(
    'lmstudio-too-long-initial-prompt',
    'lmstudio-bug-tracker#2205',
    streamed({
      message:
        'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length.',
    }),
  ),
  halved(
    'lmstudio-too-long-mlx',
    'lmstudio-bug-tracker#2339',
    streamed({ message: 'Context size has been exceeded.' }),
  ),
  halved(
    'llamacpp-too-long',
    'openakita/openakita#459',
    refusal(400, {
      error: {
        code: 400,
        message: 'request (44593 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 44_593,
        n_ctx: 4_096,
      },
    }),
    { window: 4_096 },
  ),
  halved(
    'llamacpp-too-long-500',
    'ggml-org/llama.cpp#15780: the older status',
    refusal(500, {
      error: {
        code: 500,
        message: 'the request exceeds the available context size. try increasing the context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14_070,
        n_ctx: 2_560,
      },
    }),
    { window: 2_560 },
  ),
  halved(
    'llamacpp-too-long-data',
    'ggml-org/llama.cpp#16486: until October 2025 a 200, and the error in its stream',
    streamed({
      code: 400,
      message: 'the request exceeds the available context size. try increasing the context size',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 14_429,
      n_ctx: 8_192,
    }),
    { window: 8_192 },
  ),
  halved(
    'llamacpp-too-long-error-field',
    'ggml-org/llama.cpp#14566: a field "error" of the stream, which has no "data"',
    {
      body: `error: ${JSON.stringify({
        code: 400,
        message: 'the request exceeds the available context size. try increasing the context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14_429,
        n_ctx: 8_192,
      })}\n\n`,
    },
    { window: 8_192 },
  ),
  halved(
    'llamacpp-too-long-while-reading',
    'ggml-org/llama.cpp#19774',
    refusal(500, { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }),
  ),
  halved(
    'localai-too-long',
    'lfnovo/open-notebook#470',
    refusal(500, {
      error: {
        code: 500,
        message:
          'rpc error: code = Internal desc = request (20652 tokens) exceeds the available context size (8192 tokens), try increasing it',
        type: '',
      },
    }),
    { window: 8_192 },
  ),
  halved(
    'vllm-too-long',
    'vllm-project/vllm#20409',
    refusal(400, {
      object: 'error',
      type: 'BadRequestError',
      param: null,
      code: 400,
      message:
        "This model's maximum context length is 16384 tokens. However, you requested 19591 tokens (9591 in the messages, 10000 in the completion). Please reduce the length of the messages or completion. None",
    }),
    { window: 16_384 },
  ),
  halved(
    'vllm-too-long-input',
    'modelscope/evalscope#1368',
    refusal(400, {
      error: {
        message:
          "This model's maximum context length is 196608 tokens. However, your request has 264175 input tokens. Please reduce the length of the input messages. (parameter=input_tokens, value=264175)",
        type: 'BadRequestError',
        param: 'input_tokens',
        code: 400,
      },
    }),
  ),
  halved(
    'vllm-too-long-decoder',
    'OpenBMB/MiniCPM-V#1048',
    refusal(400, {
      error: {
        message: 'The decoder prompt (length 2136) is longer than the maximum model length of 2048. ',
      },
    }),
    { window: 2_048 },
  ),
  halved(
    'vllm-too-long-images',
    'vllm-project/vllm#12165',
    refusal(400, {
      error: {
        message:
          'The prompt (total length 25938) is too long to fit into the model (context length 4096). Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
      },
    }),
    { window: 4_096 },
  ),
  halved(
    'sglang-too-long',
    'QwenLM/Qwen3#1321',
    refusal(400, {
      object: 'error',
      type: 'BadRequestError',
      param: null,
      code: 400,
      message: "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
    }),
  ),
  halved(
    'sglang-too-long-data',
    'sgl-project/sglang#12081: a 200, and the error in its stream',
    streamed({
      object: 'error',
      type: 'BadRequestError',
      code: 400,
      param: null,
      message: "The input (61709 tokens) is longer than the model's context length (4096 tokens).",
    }),
    { window: 4_096 },
  ),
  halved(
    'sglang-too-long-with-answer',
    'anomalyco/opencode#25230',
    said(
      "Requested token count exceeds the model's maximum context length of 202752 tokens. You requested a total of 202941 tokens: 170941 tokens from the input messages and 32000 tokens for the completion.",
    ),
  ),
  halved(
    'sglang-too-long-for-its-memory',
    'sgl-project/sglang#4048',
    said('Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).'),
  ),
  halved(
    'litellm-too-long',
    'OpenHands/OpenHands#5350: the words of the server behind it',
    refusal(400, {
      error: {
        message:
          'litellm.BadRequestError: litellm.ContextWindowExceededError: AnthropicError - {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 209303 tokens > 200000 maximum"}}\nReceived Model Group=claude',
        type: null,
        param: null,
        code: '400',
      },
    }),
  ),
  halved(
    'litellm-too-long-with-answer',
    'BrokkAi/brokk-app#540',
    refusal(400, {
      error: {
        message:
          'litellm.BadRequestError: AnthropicException - b\'{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 179413 + 32768 > 200000, decrease input length or `max_tokens` and try again"}}\'',
        type: null,
        param: null,
        code: '400',
      },
    }),
  ),
  {
    name: 'proxy-too-large',
    source: 'nginx: client_max_body_size; the request has no files that could be left out',
    wires: ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'],
    answers: [
      {
        ...refusal(413, '<html><center><h1>413 Request Entity Too Large</h1></center></html>\r\n'),
        type: 'text/html',
      },
    ],
    right: { asks: 3, history: 4, failure: { code: 'too-large', status: 413, isRetryable: false } },
  },
  {
    name: 'llamacpp-too-long-twice',
    source: 'a server whose context has room for a quarter of the history',
    wires: ['openai-compatible'],
    answers: [
      said('the request exceeds the available context size, try increasing it'),
      streamed({ type: 'exceed_context_size_error' }),
      WARM,
    ],
    right: { text: 'It is warm.', history: 4 },
  },
  {
    name: 'llamacpp-too-long-always',
    source: 'a server whose context is too small for the instructions and tools',
    wires: ['openai-compatible'],
    answers: [said('request (2000 tokens) exceeds the available context size (1024 tokens)')],
    right: { asks: 3, failure: { code: 'too-long', isRetryable: false }, window: 1_024 },
  },
  {
    name: 'vllm-max-tokens-too-large',
    source: 'RooCodeInc/Roo-Code#5729: a limit of the answer, which less history does not change',
    wires: ['openai-compatible'],
    answers: [
      said(
        '`max_tokens` must be less than or equal to `16384`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      ),
    ],
    settings: { maxOutputTokens: 100_000 },
    right: { failure: { status: 400, isRetryable: false } },
  },
];
