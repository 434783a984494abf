import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { UntrustedForwarding } from '../common/index.js';
import { plainAddress, type ForwardingChain, forwardedChain, xForwardedChain } from './forwarding.js';

/** The caller's address and scheme: from trusted proxies' headers, else from the connection. */
export interface Client {
  /** IP address in its plain form; empty when the connection is gone. */
  readonly address: string;
  readonly scheme: 'http' | 'https';
}

interface Peer {
  readonly client: Client;
  /** Whether its forwarding headers are believed. */
  readonly isProxy: boolean;
}

/** Cached on the connection and on the request: a WeakMap with short-lived keys costs the garbage collector more. */
const PEER = Symbol('peer');
const CLIENT = Symbol('client');

/**
 * The only place that decides on a client's address and scheme. Forwarding headers count only when the peer of the
 * connection is a trusted proxy, and only as far as the chain of trusted proxies reaches, from the right. When
 * `Forwarded` and `X-Forwarded-*` are both present and disagree, one of them was written by the caller, so neither is
 * believed: the client is then the proxy, and its scheme is http.
 */
export class ClientResolver {
  private readonly trusted = new BlockList();
  private readonly trustsAny: boolean;

  /**
   * @param proxies IP addresses and CIDR blocks
   * @param untrusted told of the others that forward requests
   */
  constructor(
    proxies: readonly string[],
    private readonly untrusted?: Pick<UntrustedForwarding, 'remember'>,
  ) {
    this.trustsAny = proxies.length > 0;
    for (const proxy of proxies) this.trust(proxy);
  }

  clientOf(request: IncomingMessage & { [CLIENT]?: Client }): Client {
    const { client, isProxy } = this.peerOf(request.socket);
    if (isProxy) return (request[CLIENT] ??= this.told(request, client));
    if (isForwarded(request)) this.untrusted?.remember(client.address);
    return client;
  }

  private peerOf(socket: Socket & { [PEER]?: Peer }): Peer {
    const known = socket[PEER];
    if (known) return known;
    const address = plainAddress(socket.remoteAddress) ?? '';
    const scheme = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
    return (socket[PEER] = { client: { address, scheme }, isProxy: this.isTrusted(address) });
  }

  private told({ headers }: IncomingMessage, proxy: Client): Client {
    const [told, other] = [xForwardedChain(headers), forwardedChain(headers)]
      .filter((chain) => chain !== undefined)
      .map((chain) => this.follow(chain, proxy));
    if (!told) return proxy;
    const isAgreed = !other || (other.address === told.address && other.scheme === told.scheme);
    return isAgreed ? told : { address: proxy.address, scheme: 'http' };
  }

  /**
   * Walks from proxy to proxy as long as they are trusted. A proxy that does not name its caller is itself the
   * client; one that does not name the scheme was called over plain HTTP.
   */
  private follow(chain: ForwardingChain, peer: Client): Client {
    let client = peer;
    for (const { address, scheme } of chain) {
      client = { address: address ?? client.address, scheme: scheme === 'https' ? 'https' : 'http' };
      if (address === undefined || !this.isTrusted(address)) break;
    }
    return client;
  }

  private isTrusted(address: string): boolean {
    if (!this.trustsAny || address === '') return false;
    return this.trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  private trust(proxy: string): void {
    const [text = '', bits] = proxy.split('/');
    const address = plainAddress(text) ?? text;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    // A block of IPv4 addresses written as IPv6 (`::ffff:10.0.0.0/104`) counts its bits from the IPv6 start.
    const width =
      bits === undefined ? undefined : Number(bits) - (isIPv6(text) && family === 'ipv4' ? 96 : 0);
    if (width === undefined) this.trusted.addAddress(address, family);
    else this.trusted.addSubnet(address, width, family);
  }
}

/** Asked for each request, so it only looks whether the headers are there. */
const isForwarded = ({ headers }: IncomingMessage): boolean =>
  headers['x-forwarded-for'] !== undefined ||
  headers['x-forwarded-proto'] !== undefined ||
  headers.forwarded !== undefined;
