import type { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';

export interface Secret {
  readonly value: string;
  /** Epoch ms; undefined when it never expires. */
  expiresAt: number | undefined;
}

export interface TrustedKey {
  readonly publicKey: CryptoKey | KeyObject;
}

/** A certificate of the registration. */
export interface Certificate extends TrustedKey {
  /** SHA-1 or SHA-256 in hex, with or without colons. */
  readonly thumbprint: string;
}

/** Workload identity: another issuer's tokens for this subject replace a secret. */
export interface Federation extends TrustedKey {
  readonly issuer: string;
  readonly subject: string;
}

export interface BotAppOptions {
  readonly appId: string;
  readonly name: string;
  readonly tenantId: string;
  readonly secret: string;
  readonly isSingleTenant: boolean;
  readonly graphPermissions: readonly string[];
  readonly resourcePermissions: readonly string[];
}

/** The bot's registration and manifest, which may be changed while the simulator runs. */
export class BotApp {
  readonly appId: string;
  readonly tenantId: string;
  /** A new name changes the text of mentions, not their id. */
  name: string;
  isSingleTenant: boolean;
  readonly secrets: Secret[];
  readonly certificates: Certificate[] = [];
  readonly federations: Federation[] = [];
  /** Whether the app is the machine's managed identity (IMDS on the login host). */
  isManagedIdentity = false;
  /** Application permissions with admin consent. A token keeps those from the time of its issue. */
  readonly graphPermissions: Set<string>;
  /** Resource-specific permissions of the manifest, valid where the app is installed. */
  readonly resourcePermissions: Set<string>;
  /** `bots[].supportsFiles` of the manifest (1.16). */
  supportsFiles = true;

  constructor(options: BotAppOptions) {
    ({ appId: this.appId, tenantId: this.tenantId, name: this.name } = options);
    this.isSingleTenant = options.isSingleTenant;
    this.secrets = [{ value: options.secret, expiresAt: undefined }];
    this.graphPermissions = new Set(options.graphPermissions);
    this.resourcePermissions = new Set(options.resourcePermissions);
  }

  /** `28:<app id>`. */
  get id(): string {
    return `28:${this.appId}`;
  }

  /** The newest secret, the value for `appPassword`. */
  get secret(): string {
    return this.secrets.at(-1)?.value ?? '';
  }

  /** Adds a secret and keeps the old ones, as in a rotation by an operator. */
  addSecret(value: string): void {
    this.secrets.push({ value, expiresAt: undefined });
  }

  /** Lets the newest secret expire at `at`. */
  expireSecret(at: number): void {
    const newest = this.secrets.at(-1);
    if (newest) newest.expiresAt = at;
  }
}
