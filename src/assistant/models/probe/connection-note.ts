import { RuntimeFailure } from '../../runtime.js';
import type { ProbeNote } from './model-probe.js';
import { type Api, failed, foreign } from './probe-notes.js';

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']);
const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const NO_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

const NO_HTTP = /^(?:HPE_|HTTPParserError$)/;

interface Asked {
  readonly server: string;
  readonly api: Api;
  /** The operator did not choose the address: it is the vendor's own, on the internet. */
  readonly isVendors: boolean;
  /** How long it had, ms. */
  readonly timeoutMs: number;
}

/** Tells why a server could not be asked. Of the error only its code is shown. */
export function connectionNote(error: unknown, asked: Asked): ProbeNote {
  const { server, api, isVendors, timeoutMs } = asked;
  // The answer was larger than any list of models.
  if (error instanceof RuntimeFailure) return foreign(server, api);
  if (isTimeout(error)) {
    const silent = failed(
      'server',
      'model-unreachable',
      `${server} did not answer within ${timeoutMs / 1000} s`,
    );
    return isVendors ? { ...silent, remedy: NETWORK } : silent;
  }
  const code = codeOf(error);
  return tlsNote(code, asked) ?? (NO_HTTP.test(code) ? foreign(server, api) : unreached(code, asked));
}

function unreached(code: string, { server, isVendors }: Asked): ProbeNote {
  const name = URL.parse(server)?.hostname ?? server;
  const why = NO_ADDRESS.has(code) ? `no address was found for ${name}` : `${server} cannot be reached`;
  const note = failed('server', 'model-unreachable', `${why} (${code})`);
  if (isVendors) return { ...note, remedy: NETWORK };
  return NO_ADDRESS.has(code) ? { ...note, remedy: NO_SUCH_HOST } : note;
}

function tlsNote(code: string, { server }: Asked): ProbeNote | undefined {
  const note = (why: string, remedy: string): ProbeNote => ({
    ...failed('server', 'model-unreachable', `${server}: ${why} (${code})`),
    remedy,
  });
  if (UNKNOWN_ISSUER.has(code))
    return note('this machine does not know the issuer of its certificate', ISSUER);
  if (code === 'CERT_HAS_EXPIRED') return note('its certificate has expired', EXPIRED);
  if (code === 'CERT_NOT_YET_VALID') return note('its certificate is not valid yet', EXPIRED);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return note('its certificate is for another name', ALTNAME);
  return NO_TLS.has(code) ? note('it does not speak TLS', PLAIN_HTTP) : undefined;
}

const NETWORK =
  'Check the internet access of this machine (name server, firewall); then `gatehouse agents test {agent}`';
const NO_SUCH_HOST =
  'Correct the name in {setting}, or the name server of this machine; then `gatehouse agents test {agent}`';
const ISSUER =
  'Start the gateway with the variable NODE_EXTRA_CA_CERTS=FILE, which names the certificate of the issuer.';
const EXPIRED = "Renew the certificate there; if it is valid, set this machine's clock.";
const ALTNAME = 'Use the name in its certificate: `gatehouse config set {setting} URL`';
const PLAIN_HTTP = 'Use http:// or another port: `gatehouse config set {setting} URL`';

const isTimeout = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'TimeoutError') ||
  codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT';

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown error';
}
