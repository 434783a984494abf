import { isIP } from 'node:net';
import { reachOf } from './addresses.js';
import type { HostList } from './host-list.js';
import { RemoteProblem } from './remote-problem.js';

/** Returns all addresses of a host. @throws when it has none */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The hosts that files may be fetched from. */
export interface AllowedHosts {
  readonly hosts: HostList;
  /** Hosts that the operator named: they may be internal, and use http and any port (DESIGN 7). */
  readonly own: HostList;
}

/** A checked URL with the address that was checked, because a second look-up could give another one. */
export interface Checked {
  readonly url: URL;
  readonly address: string;
}

const REFUSED = (why: string) => new RemoteProblem('refused', why);

/**
 * Checks the location of a file before anything is sent there. In a chain of redirects every address is checked anew.
 */
export class Guard {
  constructor(
    private readonly allowed: AllowedHosts,
    private readonly resolve: Resolve,
  ) {}

  /** @throws RemoteProblem */
  async check(text: string, base?: URL): Promise<Checked> {
    const url = URL.parse(text, base?.href);
    if (!url) throw REFUSED('the address is not a valid URL');
    if (url.username !== '' || url.password !== '') throw REFUSED('the address has credentials in it');
    const host = url.hostname;
    const isOwn = this.allowed.own.isNamed(host);
    if (!this.allowed.hosts.has(host)) throw REFUSED(`host ${host} is not allowed`);
    if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')) throw REFUSED('not https');
    if (url.port !== '' && !isOwn) throw REFUSED(`host ${host} at another port`);
    return { url, address: await this.addressOf(host, isOwn) };
  }

  /**
   * A single forbidden address is enough to refuse the host, because chance would decide which of its addresses is
   * used.
   */
  private async addressOf(host: string, isOwn: boolean): Promise<string> {
    const bare = host.replace(/^\[|\]$/g, '');
    const addresses = isIP(bare) ? [bare] : await this.lookUp(host);
    const isFit = (address: string) => {
      const reach = reachOf(address);
      return reach === 'public' || (isOwn && reach === 'own');
    };
    const [first] = addresses;
    if (first === undefined || !addresses.every(isFit))
      throw REFUSED(`host ${host} is not at a public address`);
    return first;
  }

  private async lookUp(host: string): Promise<readonly string[]> {
    try {
      return await this.resolve(host);
    } catch (cause) {
      throw new RemoteProblem('failed', `host ${host} is not known`, { cause });
    }
  }
}
