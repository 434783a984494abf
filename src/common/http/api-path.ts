/** The JSON APIs, in whatever case: the router does not mind either. */
export const API_PATH = /^\/(?:admin\/)?v1(?:\/|$)/i;

/** The Data API, which holders of keys call from anywhere. */
export const DATA_API_PATH = /^\/v1(?:\/|$)/i;
