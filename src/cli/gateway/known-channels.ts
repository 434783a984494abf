import { CliFailure, EXIT } from '../failure.js';
import type { AdminClient } from './admin-client.js';
import type { Channel } from './answers.js';

/** Names the nearest channel and all that there are. */
export async function noSuchChannel(given: string, known: readonly string[]): Promise<CliFailure> {
  const { suggestion } = await import('../../config/index.js');
  const near = suggestion(given, known) || '.';
  const others = known.length === 0 ? '' : ` Known channels: ${known.join(', ')}.`;
  return new CliFailure(`there is no channel ${JSON.stringify(given)}${near}${others}`, EXIT.usage);
}

/**
 * Does nothing without a channel, or where the gateway does not tell its channels: the caller has news of its own.
 * @throws CliFailure for a channel that the gateway does not have
 */
export async function refuseUnknown(admin: AdminClient, channel: string | undefined): Promise<void> {
  if (channel === undefined) return;
  const list = await admin.whole<Channel>('/channels').catch(() => undefined);
  const known = list?.items.map((each) => each.channel);
  if (known?.includes(channel) === false) throw await noSuchChannel(channel, known);
}

/** The answer to a call about a channel; where the call fails, an unknown channel is the better reason. */
export const refusingUnknown = <T>(admin: AdminClient, channel: string, answer: Promise<T>): Promise<T> =>
  answer.catch(async (error: unknown) => {
    await refuseUnknown(admin, channel);
    throw error;
  });
