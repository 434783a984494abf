/** The JSON APIs. */
export const API_PATH = /^\/(?:admin\/)?v1(?:\/|$)/;

/** The admin API, the only one that takes the console's cookie. */
export const ADMIN_API_PATH = /^\/admin\/v1(?:\/|$)/;

/** The Data API, which holders of keys call from anywhere. */
export const DATA_API_PATH = /^\/v1(?:\/|$)/;

/** An encoded slash, a backslash, an empty part, and the parts `.` and `..`, in any spelling. */
const AMBIGUOUS = /\/\/|\\|%2f|%5c|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether every reader understands the path, not decoded and without its query, alike. A proxy decides by the path that
 * remains after it has decoded and resolved it, routes are matched without either.
 */
export const isPlainPath = (path: string): boolean => !AMBIGUOUS.test(path);
