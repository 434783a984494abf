import { NO_REMEDY, type Reasons } from '../common/index.js';
import { hasMethod } from './connector/connector-checks.js';
import type { ChannelConnector } from './connector/connector.js';
import type { ConnectionState } from './inbound.js';
import type { SendFailureCode } from './outbound.js';

type AccountStatus = ConnectionState['status'];

const LOOK = '`gatehouse status --deep` shows what the service says.';

/** The meaning of each state of an account; a connector may say it more exactly (docs/reference/reasons.md). */
export const ACCOUNT_STATES: Reasons<AccountStatus> = {
  starting: { what: 'The account is about to connect.', remedy: NO_REMEDY },
  connecting: { what: 'The account is connecting.', remedy: `Wait a moment. ${LOOK}` },
  connected: { what: 'Messages go in and out.', remedy: NO_REMEDY },
  degraded: {
    what: 'Messages go in and out, but a feature does not work.',
    remedy: `The reason beside it names the feature. ${LOOK}`,
  },
  'transient-disconnect': {
    what: 'The service cannot be reached, or does not answer as it should; the gateway keeps trying.',
    setting: 'account.enabled',
    remedy: `Check that the service runs and that this machine reaches it. ${LOOK}`,
  },
  'bad-credentials': {
    what: 'The service refuses our credentials.',
    setting: 'account.enabled',
    remedy: `Set valid credentials for {channel} with \`gatehouse config set\`. ${LOOK}`,
  },
  'logged-out': {
    what: 'The service has ended the session of the account.',
    setting: 'account.enabled',
    remedy: 'Sign in again at the service.',
  },
  error: {
    what: 'The account cannot work, and waiting does not help.',
    setting: 'account.enabled',
    remedy: `The reason beside it says what to change. ${LOOK}`,
  },
  stopped: {
    what: 'This process does not run the account.',
    setting: 'account.enabled',
    remedy: 'Start the gateway, or `gatehouse config set {setting} true`',
  },
};

const RETRY = '`gatehouse deliveries retry {delivery}`';

/** Why a message was not sent; a connector may say it more exactly. */
export const SEND_FAILURES: Reasons<SendFailureCode> = {
  unreachable: {
    what: 'The service could not be reached.',
    remedy: `Check that it runs: \`gatehouse status --deep\`; the message is sent once it answers. If it has failed: ${RETRY}`,
  },
  'bad-credentials': {
    what: 'The service refuses our credentials.',
    remedy: `Set valid credentials for {channel}; then ${RETRY}`,
  },
  'rate-limited': {
    what: 'The service takes no more messages for now.',
    remedy: `Wait: it is retried. If it has failed: ${RETRY}`,
  },
  rejected: {
    what: 'The service refused the message.',
    remedy: `\`gatehouse deliveries show {delivery}\` has its own words; once that is fixed: ${RETRY}`,
  },
  'recipient-unreachable': {
    what: 'The service cannot bring messages to this person.',
    remedy: `Check their address with them; then ${RETRY}`,
  },
  'not-supported': {
    what: 'The service has no such feature here.',
    remedy: '`gatehouse status --all` shows what the channel can do; send it in another form.',
  },
  'remote-error': {
    what: 'The service failed while it took the message.',
    remedy: `Look into the log of the service. If the message has failed: ${RETRY}`,
  },
  'in-flight': {
    what: 'The service is still sending the message, so it is not sent again.',
    remedy: `Wait. If it has failed, look whether it arrived; if not: ${RETRY}`,
  },
  timeout: {
    what: 'The service did not answer in time, so it is not known whether it sent the message.',
    remedy: `Wait: the service is asked about it. If it has failed, look whether it arrived; if not: ${RETRY}`,
  },
  aborted: {
    what: 'The gateway stopped during the attempt.',
    remedy: `Wait: it is retried. If it has failed: ${RETRY}`,
  },
  'cut-off': {
    what: 'The connection broke during the attempt, so it is not known whether the message was sent.',
    remedy: `Wait: the service is asked about it. If it has failed, look whether it arrived; if not: ${RETRY}`,
  },
};

/** A connector's own rows. Their settings and placeholders are those of the core's. */
export interface ConnectorReasons {
  /** The reasons of all that it passes to `InboundSink.dropped`. */
  readonly drops: Reasons;
  /** Said more exactly than the general rows. */
  readonly states?: Partial<Reasons<AccountStatus>>;
  readonly sends?: Partial<Reasons<SendFailureCode>>;
}

export interface ExplainsReasons {
  /** Constant. No I/O. */
  reasons(): ConnectorReasons;
}

export const explainsReasons = (c: ChannelConnector): c is ChannelConnector & ExplainsReasons =>
  hasMethod(c, 'reasons');
