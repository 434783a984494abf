// Written by `npm run generate` from the wires of src/assistant/models.
export const MODEL_TYPES = [
  { type: 'openai-compatible', hasDefaultBaseUrl: false, takesPdfs: false, needsKey: false },
  { type: 'anthropic', hasDefaultBaseUrl: true, takesPdfs: true, needsKey: true },
  { type: 'openai', hasDefaultBaseUrl: true, takesPdfs: true, needsKey: true },
  { type: 'gemini', hasDefaultBaseUrl: true, takesPdfs: true, needsKey: true },
  { type: 'ollama', hasDefaultBaseUrl: true, takesPdfs: false, needsKey: false },
] as const;
