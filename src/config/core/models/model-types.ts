import { MODEL_TYPES } from './model-types.generated.js';

/** The properties of a model that its settings depend on; `npm run generate` takes them from the wires of `assistant`. */
export interface ModelType {
  readonly type: string;
  /** Its vendor has an address of its own; otherwise `baseUrl` is required. */
  readonly hasDefaultBaseUrl: boolean;
  readonly takesPdfs: boolean;
  /** Its own service accepts no call without a key. */
  readonly needsKey: boolean;
}

export { MODEL_TYPES };
const TYPES: readonly ModelType[] = MODEL_TYPES;

/** The types with a property, for a text: `a, b and c`. */
export function typesThat(have: (type: ModelType) => boolean, quote = ''): string {
  const names = TYPES.filter(have).map(({ type }) => `${quote}${type}${quote}`);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((each) => each !== '').join(' and ');
}

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
export const modelTypeOf = (type: string): ModelType | undefined => TYPES.find((each) => each.type === type);
