import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { Logger } from '@nestjs/common';
import { errorText } from '../common/index.js';
import { ConfigInvalidError, ConfigProblem, type TlsConfig } from '../config/index.js';

/**
 * How often the files are checked. A renewed certificate has days to spare, but someone waits for the correction of a
 * wrong one.
 */
const LOOK_EVERY_MS = 2_000;

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The files of `gateway.tls`; undefined when the gateway does not serve TLS itself. */
export function certificateFiles({ certFile, keyFile }: TlsConfig): CertificateFiles | undefined {
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
}

/** The server's options for TLS, at least 1.2. @throws ConfigInvalidError when the files do not fit together */
export function firstCertificate(files: CertificateFiles): SecureContextOptions {
  try {
    return readCertificate(files);
  } catch (error) {
    const problem = `does not contain a certificate that matches keyFile: ${errorText(error)}`;
    throw new ConfigInvalidError([new ConfigProblem('gateway.tls.certFile', problem)]);
  }
}

/** Checks the files regularly; new connections get the current certificate, unless the files are broken. */
export class CertificateWatch {
  private readonly logger = new Logger('Tls');
  private readonly timer: NodeJS.Timeout;
  private seen: string;

  constructor(
    private readonly server: Pick<Server, 'setSecureContext'>,
    private readonly files: CertificateFiles,
  ) {
    this.seen = stateOf(files);
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /**
   * Loads files that have changed since the last check. Half-written files fail to load, and are loaded once they are
   * complete.
   */
  look(): void {
    const state = stateOf(this.files);
    if (state === this.seen) return;
    this.seen = state;
    try {
      this.server.setSecureContext(readCertificate(this.files));
      this.logger.log('the new certificate is in use');
    } catch (error) {
      this.logger.error(
        `the new certificate is not usable; the previous one stays in use: ${errorText(error)}`,
      );
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/** @throws when a file cannot be read, or they do not fit together */
function readCertificate({ certFile, keyFile }: CertificateFiles): SecureContextOptions {
  const options: SecureContextOptions = {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    minVersion: 'TLSv1.2',
  };
  createSecureContext(options);
  return options;
}

/** A text that changes whenever one of the files does, or a link points to another file. */
function stateOf({ certFile, keyFile }: CertificateFiles): string {
  return [certFile, keyFile]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => (stat ? `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeMs}` : 'gone'))
    .join();
}
