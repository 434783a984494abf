import { type CliCommands, CliUsageError, type GatehouseConfig, newId } from 'gatehouse/plugin';
import { postLetter } from './postbox.client.js';
import { POSTBOX } from './postbox.config.js';

/** `gatehouse postbox …`: runs without a gateway, and asks the service itself. */
export const postboxCommands: CliCommands<GatehouseConfig> = {
  channel: 'postbox',
  description: 'The service behind the channel.',
  commands: [
    {
      name: 'try',
      description: 'Leave a message with the service, to see whether it takes one.',
      args: [{ name: '<to>', help: 'whom it is for' }],
      options: [{ flags: '--text <text>', help: 'what it says (default: a greeting)' }],
      async run({ args: [to = ''], options: { text = 'hello' }, config, signal }) {
        if (text === '') throw new CliUsageError('--text must not be empty');
        const settings = config().get(POSTBOX);
        if (settings.url === undefined) throw new Error('channels.postbox.url is not set');
        const outcome = await postLetter(settings, { to, text: String(text) }, { key: newId('try'), signal });
        if (outcome.kind !== 'answered') throw new Error(`the service does not answer (${outcome.detail})`);
        const { status } = outcome;
        const result = { data: { to, status }, text: `The service answers ${status}.` };
        return status < 300 ? result : { ...result, failure: 'the service does not take messages' };
      },
    },
  ],
};
