const HOST_AND_PORT = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?:\/.*)?$/i;

/** `192.168.1.20:1234` as a URL; other texts as they are. */
export function completeUrl(text: string): string {
  const bare = text.trim();
  return HOST_AND_PORT.test(bare) ? `http://${bare}` : bare;
}
