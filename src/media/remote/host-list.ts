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
