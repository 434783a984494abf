import { type Check, clockFinding, type Finding, type HttpOutcome } from 'gatehouse/plugin';
import type { PostboxClient } from './postbox.client.js';

/** The checks of `gatehouse doctor`; they share one call. */
export function postboxChecks(client: PostboxClient, now: () => number): readonly Check[] {
  let asked: Promise<HttpOutcome> | undefined;
  const check = (id: string, look: (outcome: HttpOutcome) => Finding): Check => ({
    id,
    run: async (signal) => [look(await (asked ??= client.look(signal)))],
  });
  return [
    check('service', serviceFinding),
    check('secret', secretFinding),
    check('clock', (outcome) => clockFinding('the service', dateOf(outcome), now())),
  ];
}

const serviceFinding = (outcome: HttpOutcome): Finding =>
  outcome.kind === 'answered'
    ? { state: 'ok', message: 'the service answers' }
    : {
        state: 'failed',
        message: `the service does not answer (${outcome.detail})`,
        setting: 'channels.postbox.url',
        remedy: 'Start the service, and check its address.',
      };

function secretFinding(outcome: HttpOutcome): Finding {
  if (outcome.kind !== 'answered')
    return { state: 'unknown', message: 'whether the service takes the secret cannot be told' };
  if (outcome.status !== 401 && outcome.status !== 403)
    return { state: 'ok', message: 'the service takes the secret' };
  return {
    state: 'failed',
    message: `the service refuses the secret (HTTP ${outcome.status})`,
    setting: 'channels.postbox.secret',
    remedy: '`gatehouse config set channels.postbox.secret -`',
  };
}

const dateOf = (outcome: HttpOutcome): string | undefined =>
  outcome.kind === 'answered' && typeof outcome.headers.date === 'string' ? outcome.headers.date : undefined;
