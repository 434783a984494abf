import { trimmed } from '../request-parts.js';

/** Serves the preview models too. Google's own client asks `v1` since its version 3, with the same requests. */
const VERSION = 'v1beta';
const NAMES_VERSION = /\/v\d\w*$/;

/** The address with its version. */
export function geminiBase(baseUrl: string): string {
  const base = trimmed(baseUrl);
  return NAMES_VERSION.test(base) ? base : `${base}/${VERSION}`;
}

export const geminiHeaders = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey === undefined ? {} : { 'x-goog-api-key': apiKey };

/** A model with the path before its name. */
export const pathOf = (model: string): string =>
  (model.includes('/') ? model : `models/${model}`).split('/').map(encodeURIComponent).join('/');

/** The reason that an error names in its details. */
const WRONG_KEY = '"API_KEY_INVALID"';
export const isWrongKey = (status: number, body: string): boolean =>
  status === 400 && body.includes(WRONG_KEY);
