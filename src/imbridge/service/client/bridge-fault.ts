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
      'no program listens at the address of the bridge',
      'Start the bridge on the Mac, and check the port in {setting} (1234 unless changed in the bridge).',
    ),
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/,
    atAddress(
      'the name of the host in the address of the bridge is unknown here',
      'Check the spelling of {setting}, or write the IP address of the Mac there.',
    ),
  ],
  [
    /^(?:EHOST|ENET|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)/,
    atAddress(
      'the Mac of the bridge cannot be reached over the network',
      'Wake the Mac, and check its network, its firewall and {setting}.',
    ),
  ],
  [
    /^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/,
    atAddress(
      'the certificate of the bridge is not accepted',
      'Give the bridge a valid certificate for the name in {setting}; the variable NODE_EXTRA_CA_CERTS names a file with an authority of your own.',
    ),
  ],
  [
    /^(?:EPROTO|ERR_SSL_)/,
    atAddress(
      'the bridge speaks no TLS at this address',
      'Begin {setting} with http:// instead of https://, or switch on HTTPS in the bridge.',
    ),
  ],
];

const LATE = atAddress(
  'the bridge does not answer in time',
  'Wake the Mac and restart the bridge; check that no firewall between drops the calls, and {setting}.',
);
const BROKEN = atAddress(
  'the connection to the bridge breaks off without an answer',
  'Restart the bridge on the Mac, and check what stands before it, and {setting}.',
);
const FAULTY = atAddress(
  'the bridge answers with a fault',
  'Restart the bridge on the Mac; its log there says why.',
);
const OTHER_PROGRAM = atAddress(
  'another program than the bridge answers at its address',
  'Check host, port and path of {setting}, and a proxy or tunnel before the bridge.',
);
const PROXY = atAddress(
  'a proxy before the bridge asks for credentials of its own',
  'Let it pass calls of /api/v1, or write the address of the bridge itself to {setting}.',
);
const NO_PASSWORD: BridgeFault = {
  what: 'the bridge gets no password',
  setting: 'password',
  remedy: 'Let the proxy or tunnel before the bridge pass the query of each call on.',
};
const WRONG_PASSWORD: BridgeFault = {
  what: 'the bridge refuses the password',
  setting: 'password',
  remedy: '`gatehouse config set {setting} -` (paste the password of the bridge, then Ctrl-D)',
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
