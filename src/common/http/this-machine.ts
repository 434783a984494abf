import type { IncomingMessage } from 'node:http';

/** A header that some proxy, tunnel or CDN adds: whoever sent this is not the peer of the connection. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip|fastly-client-ip|fly-client-ip|x-real-ip|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|x-amzn-trace-id|x-forwarded.*|x-original-.*|x-envoy-.*|x-azure-.*|x-appengine-.*|cf-.*|ngrok-.*|tailscale-.*)$/;
/** A header only browsers send: a page of any site can call this machine, a program never sends these. */
const BROWSER = /^(?:origin|referer|sec-fetch-.*)$/;

/** Whether a host name or address, as a URL spells it, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/**
 * Whether nobody but a program on this machine can have sent it (DESIGN 7): the peer is this machine and speaks for
 * itself, and it asked for this machine, so that no page whose name was made to point here comes in.
 */
export function isFromThisMachine(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const names = Object.keys(request.headers);
  if (names.some((name) => FORWARDING.test(name) || BROWSER.test(name))) return false;
  return (
    isLoopbackAddress(request.socket.remoteAddress ?? '') && isLoopbackAuthority(request.headers.host ?? '')
  );
}

function isLoopbackAddress(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address) || address === '::1';
}

function isLoopbackAuthority(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && url.username === '' && isLoopbackHost(url.hostname);
}
