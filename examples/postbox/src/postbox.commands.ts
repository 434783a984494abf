import { type CliCommands, CliUsageError, type GatehouseConfig } from 'gatehouse/plugin';
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
      async run({ args: [to], options: { text = 'hello' }, config, signal }) {
        if (text === '') throw new CliUsageError('--text must not be empty');
        const { url, secret } = config().get(POSTBOX);
        if (url === undefined) throw new Error('channels.postbox.url is not set');
        const { status, ok } = await fetch(`${url}/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret ?? ''}`, 'content-type': 'application/json' },
          body: JSON.stringify({ to, text }),
          signal,
        });
        const result = { data: { to, status }, text: `The service answers ${status}.` };
        return ok ? result : { ...result, failure: 'the service does not take messages' };
      },
    },
  ],
};
