import { type BridgeFailure, type BridgeRefusal, isUnauthorised } from './result.js';

/** A failed call as a fault of the bridge as a whole, in words for an operator. */
export interface BridgeFault {
  /** Begins with a small letter, and has no full stop. */
  readonly what: string;
  /** The setting of the account that decides. */
  readonly setting: 'serverUrl' | 'password';
  readonly remedy: string;
}

/** By the error codes of the system, TLS and the HTTP client. */
const BY_CODE: readonly (readonly [RegExp, BridgeFault])[] = [
  [
    /^ECONNREFUSED$/,
    atAddress(
      "nothing is listening at the bridge's address",
      'Start the bridge on the Mac, and check the port in {setting} (1234 unless changed in the bridge).',
    ),
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/,
    atAddress(
      "the host name in the bridge's address cannot be resolved",
      "Check the spelling of {setting}, or use the Mac's IP address.",
    ),
  ],
  [
    /^(?:EHOST|ENET|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)/,
    atAddress(
      "the bridge's Mac cannot be reached over the network",
      'Wake the Mac and check its network, its firewall and {setting}.',
    ),
  ],
  [
    /^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/,
    atAddress(
      "the bridge's certificate is not accepted",
      'Give the bridge a valid certificate for the name in {setting}. To trust a private certificate authority, set NODE_EXTRA_CA_CERTS to its file.',
    ),
  ],
  [
    /^(?:EPROTO|ERR_SSL_)/,
    atAddress(
      'the bridge does not support TLS at this address',
      'Change https:// to http:// in {setting}, or switch on HTTPS in the bridge.',
    ),
  ],
];

const LATE = atAddress(
  'the bridge does not respond in time',
  'Wake the Mac and restart the bridge. Check {setting}, and that no firewall blocks the calls.',
);
const BROKEN = atAddress(
  'the bridge closes the connection without a response',
  'Restart the bridge on the Mac. Check {setting} and any proxy in front of the bridge.',
);
const FAULTY = atAddress(
  'the bridge responds with an error',
  "Check the bridge's log on the Mac, then restart the bridge.",
);
const OTHER_PROGRAM = atAddress(
  'a program other than the bridge responds at its address',
  'Check the host, port and path in {setting}, and any proxy or tunnel in front of the bridge.',
);
const PROXY = atAddress(
  'a proxy in front of the bridge asks for credentials',
  'Let the proxy pass calls to /api/v1, or set {setting} to the address of the bridge itself.',
);
const NO_PASSWORD: BridgeFault = {
  what: 'the bridge receives no password',
  setting: 'password',
  remedy: 'Configure the proxy or tunnel in front of the bridge to forward the query string.',
};
const WRONG_PASSWORD: BridgeFault = {
  what: 'the bridge refuses the password',
  setting: 'password',
  remedy: '`gatehouse config set {setting} -` (paste the bridge password, then press Ctrl-D)',
};

/** `{setting}` in the remedy stands for the path of the setting. */
export function bridgeFaultOf(failure: BridgeFailure): BridgeFault {
  if (failure.kind === 'refused') return refusalFault(failure);
  const { code = '' } = failure;
  const known = BY_CODE.find(([codes]) => codes.test(code));
  if (known) return known[1];
  return isSilence(failure) ? LATE : BROKEN;
}

/** Nothing was heard before the time was over, or the caller gave up. */
const isSilence = (failure: BridgeFailure): boolean =>
  failure.kind === 'interrupted'
    ? failure.how !== 'cut-off'
    : failure.kind === 'unreachable' && failure.code === undefined;

/** The words for the state of the account and for its probe. */
export function faultText(failure: BridgeFailure): string {
  const { what } = bridgeFaultOf(failure);
  return isSilence(failure) ? what : `${what} (${failure.detail})`;
}

function refusalFault(refusal: BridgeRefusal): BridgeFault {
  const { fromBridge, reason } = refusal;
  if (!isUnauthorised(refusal)) return fromBridge ? FAULTY : OTHER_PROGRAM;
  if (!fromBridge) return PROXY;
  // The bridge's own words for a call without a password (wire 1.1).
  return reason.startsWith('Missing server password') ? NO_PASSWORD : WRONG_PASSWORD;
}

function atAddress(what: string, remedy: string): BridgeFault {
  return { what, setting: 'serverUrl', remedy };
}
