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
    remedy: `The reason shown with the account names the feature. ${LOOK}`,
  },
  'transient-disconnect': {
    what: 'The service cannot be reached or does not respond correctly; the gateway keeps trying.',
    setting: 'account.enabled',
    remedy: `Check that the service is running and that this machine can reach it. ${LOOK}`,
  },
  'bad-credentials': {
    what: "The service refuses the gateway's credentials.",
    setting: 'account.enabled',
    remedy: `Set valid credentials for {channel} with \`gatehouse config set\`. ${LOOK}`,
  },
  'logged-out': {
    what: 'The service has ended the session of the account.',
    setting: 'account.enabled',
    remedy: 'Sign in to the service again.',
  },
  error: {
    what: 'The account does not work, and waiting will not help.',
    setting: 'account.enabled',
    remedy: `The reason shown with the account says what to change. ${LOOK}`,
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
    remedy: `Check that the service is running: \`gatehouse status --deep\`. The message is sent once the service responds. If the message has failed: ${RETRY}`,
  },
  'bad-credentials': {
    what: "The service refuses the gateway's credentials.",
    remedy: `Set valid credentials for {channel}, then ${RETRY}`,
  },
  'rate-limited': {
    what: 'The service accepts no more messages for now.',
    remedy: `Wait for the automatic retry. If the message has failed: ${RETRY}`,
  },
  rejected: {
    what: 'The service refused the message.',
    remedy: `See the service's message: \`gatehouse deliveries show {delivery}\`. After fixing the cause: ${RETRY}`,
  },
  'recipient-unreachable': {
    what: 'The service cannot deliver messages to this person.',
    remedy: `Confirm the address with the person, then ${RETRY}`,
  },
  'not-supported': {
    what: 'The service does not support this here.',
    remedy: 'Send the message in another form. `gatehouse status --all` shows what the channel supports.',
  },
  'remote-error': {
    what: 'The service failed while processing the message.',
    remedy: `Check the service's log. If the message has failed: ${RETRY}`,
  },
  'in-flight': {
    what: 'The service is still sending the message, so it is not sent again.',
    remedy: `Wait. If the message has failed, check whether it arrived. If not: ${RETRY}`,
  },
  timeout: {
    what: 'The service did not respond in time, so it is unknown whether the message was sent.',
    remedy: `Wait while the gateway asks the service. If the message has failed, check whether it arrived. If not: ${RETRY}`,
  },
  aborted: {
    what: 'The gateway stopped during the attempt.',
    remedy: `Wait for the automatic retry. If the message has failed: ${RETRY}`,
  },
  'cut-off': {
    what: 'The connection broke during the attempt, so it is unknown whether the message was sent.',
    remedy: `Wait while the gateway asks the service. If the message has failed, check whether it arrived. If not: ${RETRY}`,
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
