import { isIP } from 'node:net';
import { reachOf } from './addresses.js';

/**
 * - `refused`: we do not go there (scheme, host, address, credentials, port, redirects).
 * - `denied`: the other side wants a credential that we do not have or do not send. `gone`: it has no such file.
 * - `too-large`: the file exceeds the limit. `failed`: there was no answer, or it was faulty or broke off.
 */
export type RemoteProblemKind = 'refused' | 'denied' | 'gone' | 'too-large' | 'failed';

/**
 * The reason a file could not be fetched. The text contains no path, query or header, because an address is often its
 * own credential.
 */
export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem';

  constructor(
    readonly kind: RemoteProblemKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Hosts as settings name them: a name stands for itself and for all names below it, `*.name` means the same, and `*`
 * alone is any host (workchat-wire 6).
 */
export class HostList {
  private readonly names: readonly string[];

  constructor(entries: readonly string[]) {
    const names = entries.map((entry) => entry.trim().toLowerCase().replace(/^\*\./, ''));
    this.names = names.filter((name) => name !== '');
  }

  /** @param host in the form of `URL.hostname` */
  has(host: string): boolean {
    return this.isNamed(host) || this.names.some((name) => name === '*' || host.endsWith(`.${name}`));
  }

  /** Whether this very host is listed, and not only a name above it. */
  isNamed(host: string): boolean {
    return this.names.some((name) => host === name || host === `[${name}]`);
  }
}

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
 * Checks the location of a file before anything is sent there. In a chain of redirects every address is checked again.
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
    if (url.username !== '' || url.password !== '') throw REFUSED('the address contains credentials');
    const host = url.hostname;
    const isOwn = this.allowed.own.isNamed(host);
    if (!this.allowed.hosts.has(host)) throw REFUSED(`host ${host} is not allowed`);
    if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')) throw REFUSED('not https');
    if (url.port !== '' && !isOwn) throw REFUSED(`host ${host} on another port`);
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
      throw new RemoteProblem('failed', `host ${host} was not found`, { cause });
    }
  }
}
