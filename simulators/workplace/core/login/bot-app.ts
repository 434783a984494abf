import type { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';

export interface Secret {
  readonly value: string;
  /** Epoch ms; undefined: never. */
  expiresAt: number | undefined;
}

export interface TrustedKey {
  readonly publicKey: CryptoKey | KeyObject;
}

/** A certificate of the registration. */
export interface Certificate extends TrustedKey {
  /** Hex of its SHA-1 or SHA-256, with or without colons. */
  readonly thumbprint: string;
}

/** Tokens of another issuer for this subject stand in for a secret: workload identity. */
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

/** The bot's registration and manifest. All may be changed while the simulator runs. */
export class BotApp {
  readonly appId: string;
  readonly tenantId: string;
  /** Renaming the app changes the text of mentions, not their id. */
  name: string;
  isSingleTenant: boolean;
  readonly secrets: Secret[];
  readonly certificates: Certificate[] = [];
  readonly federations: Federation[] = [];
  /** The machine has the app as its managed identity (IMDS on the login host). */
  isManagedIdentity = false;
  /** Application permissions with admin consent. A token keeps those of the moment it was issued. */
  readonly graphPermissions: Set<string>;
  /** Resource-specific permissions of the manifest; in force where the app is installed. */
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

  /** The newest secret: what goes into `appPassword`. */
  get secret(): string {
    return this.secrets.at(-1)?.value ?? '';
  }

  /** A new secret beside the old ones, as an operator rotates it. */
  addSecret(value: string): void {
    this.secrets.push({ value, expiresAt: undefined });
  }

  /** The newest secret ends now. */
  expireSecret(at: number): void {
    const newest = this.secrets.at(-1);
    if (newest) newest.expiresAt = at;
  }
}
