import type { BridgeFaults } from './faults.js';

/** The last version of the server that ignores `textFormatting` (imbridge-wire 2.3). */
const LAST_WITHOUT_STYLES = '1.9.9';

export interface HostOptions {
  /** Version of the bridge server. */
  readonly serverVersion: string;
  /** Full version such as `15.5.0`; the first number is the macOS major. */
  readonly macOs: string;
  readonly privateApi: boolean;
  readonly helperConnected: boolean;
  /** The address from which the host sends. */
  readonly ownAddress: string;
  /** Further addresses of the account, which only the Private API reports. */
  readonly aliases: readonly string[];
}

/** The Mac behind the bridge: its version and whether its Private API works at present. */
export class BridgeHost {
  constructor(
    readonly options: HostOptions,
    private readonly faults: BridgeFaults,
  ) {}

  /** The address that the bridge detects; null while iMessage is signed out. */
  get detectedAddress(): string | null {
    return this.faults.signedOut ? null : this.options.ownAddress;
  }

  get osVersion(): string {
    return this.faults.macOs26 ? '26.3.1' : this.options.macOs;
  }

  get major(): number {
    return Number.parseInt(this.osVersion, 10);
  }

  /** Whether the server knows the styles of texts; an older one ignores them. */
  get takesStyles(): boolean {
    const { serverVersion } = this.options;
    return serverVersion.localeCompare(LAST_WITHOUT_STYLES, 'en', { numeric: true }) > 0;
  }

  isOwn(address: string): boolean {
    return address === this.options.ownAddress || this.options.aliases.includes(address);
  }

  /** Epoch ms by the clock of the Mac. */
  now(): number {
    return Date.now() + this.faults.clockAheadMs;
  }

  get privateApi(): boolean {
    return this.options.privateApi && !this.faults.privateApiOff;
  }

  get helperConnected(): boolean {
    return this.options.helperConnected && !this.faults.helperOff;
  }

  /** The `error.message` for a call that needs the Private API; undefined when it works (imbridge-wire 1.6). */
  get privateApiProblem(): string | undefined {
    if (!this.privateApi) return 'iMessage Private API is not enabled!';
    return this.helperConnected ? undefined : 'iMessage Private API Helper is not connected!';
  }
}
