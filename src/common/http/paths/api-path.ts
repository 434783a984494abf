/** The JSON APIs. */
export const API_PATH = /^\/(?:admin\/)?v1(?:\/|$)/;

/** The Data API, which holders of keys call from anywhere. */
export const DATA_API_PATH = /^\/v1(?:\/|$)/;
