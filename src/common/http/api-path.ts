/** The JSON APIs, in whatever case: the router does not mind either. */
export const API_PATH = /^\/(?:admin\/)?v1(?:\/|$)/i;
