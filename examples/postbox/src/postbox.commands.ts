import { type CliCommands, CliUsageError, type GatehouseConfig, newId, optionIn } from 'gatehouse/plugin';
import { PostboxClient } from './postbox.client.js';
import { isSetUp, POSTBOX } from './postbox.config.js';

/** `gatehouse postbox …` */
export const postboxCommands: CliCommands<GatehouseConfig> = {
  channel: 'postbox',
  description: 'The service behind the channel.',
  commands: [
    {
      name: 'try',
      description: 'Send a message past the gateway, to see whether the service takes it.',
      args: [{ name: '<to>', help: 'the person' }],
      options: [{ flags: '--text <text>', help: 'the message (default: a greeting)' }],
      run: async (call) => {
        const [to = ''] = call.args;
        const text = optionIn(call, 'text') ?? 'hello';
        if (text === '') throw new CliUsageError('--text must not be empty');
        const config = call.config().get(POSTBOX);
        if (!isSetUp(config)) throw new Error('the channel is not set up: gatehouse channels add postbox');
        const outcome = await new PostboxClient(config).post({ to, text }, newId('try'), call.signal);
        if (outcome.kind !== 'answered') throw new Error(`the service does not answer: ${outcome.detail}`);
        const { status } = outcome;
        const failure = status < 300 ? undefined : 'the service does not take messages';
        return { data: { to, status }, text: `The service answers ${status}.`, failure };
      },
    },
  ],
};
