import { ALL_RULES, ALL_SECTIONS } from '../../../app.sections.js';
import { ALERTS, checkConfig, ConfigInvalidError, readEnvironment } from '../../index.js';

const WEBHOOK = {
  id: 'ops',
  url: 'http://127.0.0.1:9',
  events: ['*'],
  secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
};
const IMBRIDGE = { imbridge: { serverUrl: 'http://127.0.0.1:1', password: 'x' } };
const check = (alerts: object, channels: object = IMBRIDGE, env: NodeJS.ProcessEnv = {}) => {
  const raw = { channels, webhooks: { list: [WEBHOOK] }, alerts };
  return checkConfig(ALL_SECTIONS, raw, readEnvironment(env), ALL_RULES).get(ALERTS);
};
function problemsOf(alerts: object, channels?: object): readonly string[] {
  try {
    check(alerts, channels);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalidError)
      return error.problems.map(({ path, message }) => `${path} ${message}`);
    throw error;
  }
}

it('a webhook is named by its id alone, or in an object, and a place by channel and target', () => {
  const place = { channel: 'imbridge', account: 'work', target: '+12025550177' };
  expect(check({ to: ['ops', { webhook: 'ops' }, place] }).to).toEqual([
    { webhook: 'ops' },
    { webhook: 'ops' },
    place,
  ]);
});

it.each([
  [{ to: ['opz'] }, 'alerts.to[0] must be the id of a webhook in webhooks.list, did you mean "ops"?'],
  [
    { to: ['ops', { channel: 'imbrige', target: 'x' }] },
    'alerts.to[1].channel must be a configured channel, and imbrige is not',
  ],
  [{ to: [{ channel: 'imbridge' }] }, 'alerts.to[0] must be the id of a webhook, or have channel and target'],
  [
    { to: [{ webhook: 'ops', target: 'x' }] },
    'alerts.to[0] must be the id of a webhook, or have channel and target',
  ],
  [{ to: [{}] }, 'alerts.to[0] must be the id of a webhook, or have channel and target'],
  [{ to: [7] }, 'alerts.to[0] must be an object'],
  [{ to: 'ops' }, 'alerts.to must be a list'],
  [{ channelDownMinutes: -1 }, 'alerts.channelDownMinutes must not be less than 0'],
  [{ deadLetters: 0 }, 'alerts.deadLetters must not be less than 1'],
])('%j is refused with its path', (alerts, problem) => {
  expect(problemsOf(alerts)).toContain(problem);
});

it('a place on a built-in channel that is not configured is refused', () => {
  expect(problemsOf({ to: [{ channel: 'imbridge', target: 'x' }] }, {})).toEqual([
    'alerts.to[0].channel must be a configured channel, and imbridge is not',
  ]);
});

it('a place on a channel that a variable configures is taken', () => {
  const place = { channel: 'imbridge', target: 'x' };
  const env = {
    GATEHOUSE__CHANNELS__IMBRIDGE__SERVER_URL: 'http://127.0.0.1:1',
    GATEHOUSE__CHANNELS__IMBRIDGE__PASSWORD: 'x',
  };
  expect(check({ to: [place] }, {}, env).to).toEqual([place]);
});
