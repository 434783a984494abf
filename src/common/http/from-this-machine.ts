import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A header that some proxy, tunnel or CDN adds: whoever sent this is not the peer of the connection. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip|fastly-client-ip|fly-client-ip|x-real-ip|x-client-ip|x-cluster-client-ip|x-proxyuser-ip|x-amzn-trace-id|x-forwarded.*|x-original-.*|x-envoy-.*|x-azure-.*|x-appengine-.*|cf-.*|ngrok-.*|tailscale-.*)$/;

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** Whether the peer of the connection is this machine and speaks for itself, not for somebody behind it. */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return LOOPBACK.test(socket.remoteAddress ?? '') && !isForwarded(headers);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (FORWARDING.test(name)) return true;
  return false;
}
