/** The properties of a model that its settings depend on; `assistant` has a wire for each, which is tested to say the same. */
export interface ModelType {
  readonly type: string;
  /** Its vendor has an address of its own; otherwise `baseUrl` is required. */
  readonly hasDefaultBaseUrl: boolean;
  readonly takesPdfs: boolean;
  /** Its own service accepts no call without a key. */
  readonly needsKey: boolean;
}

export const MODEL_TYPES = [
  { type: 'openai-compatible', hasDefaultBaseUrl: false, takesPdfs: false, needsKey: false },
  { type: 'anthropic', hasDefaultBaseUrl: true, takesPdfs: true, needsKey: true },
  { type: 'openai', hasDefaultBaseUrl: true, takesPdfs: true, needsKey: true },
  { type: 'gemini', hasDefaultBaseUrl: true, takesPdfs: true, needsKey: true },
  { type: 'ollama', hasDefaultBaseUrl: true, takesPdfs: false, needsKey: false },
] as const satisfies readonly ModelType[];

/** The settings that decide which files a model or service gets with their content. */
export interface FileSettings {
  readonly type: string;
  readonly images: boolean;
  readonly files: boolean;
}

/** A service takes files of every type; models take images and PDFs, each where they accept them. */
export function takesFile({ type, images, files }: FileSettings, mimeType: string): boolean {
  if (files && !modelTypeOf(type)) return true;
  return mimeType.startsWith('image/') ? images : files && mimeType === 'application/pdf';
}

/** @returns undefined for a runtime that is no model */
export const modelTypeOf = (type: string): ModelType | undefined =>
  MODEL_TYPES.find((each) => each.type === type);
