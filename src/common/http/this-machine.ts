import type { IncomingMessage } from 'node:http';

/** Headers that a proxy, tunnel or CDN adds, which show that the peer of the connection is not the sender. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip|fastly-client-ip|fly-client-ip|x-real-ip|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|x-amzn-trace-id|x-forwarded.*|x-original-.*|x-envoy-.*|x-azure-.*|x-appengine-.*|cf-.*|ngrok-.*|tailscale-.*)$/;
/** Headers that only browsers send: a page of any site can call this machine, but a program never sends these. */
const BROWSER = /^(?:origin|referer|sec-fetch-.*)$/;

/** Whether a host name or address, as spelled in a URL, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

type Caller = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Whether the peer of the connection is this machine and speaks for itself, not for another client. */
export function isFromThisMachine({ headers, socket }: Caller): boolean {
  for (const name in headers) if (FORWARDING.test(name)) return false;
  return isLoopbackAddress(socket.remoteAddress ?? '');
}

/**
 * Whether only a program on this machine can have sent the request (DESIGN 7). That excludes browsers too, and requests
 * for another host name, so that a page whose name was made to point at this machine is refused.
 */
export function isLocalProgram(caller: Caller): boolean {
  if (Object.keys(caller.headers).some((name) => BROWSER.test(name))) return false;
  return isFromThisMachine(caller) && isLoopbackAuthority(caller.headers.host ?? '');
}

function isLoopbackAddress(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address) || address === '::1';
}

function isLoopbackAuthority(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && url.username === '' && isLoopbackHost(url.hostname);
}
