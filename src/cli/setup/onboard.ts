import { openAgents } from '../agents/agent-setup.js';
import { AgentWizard } from '../agents/agent-wizard.js';
import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { Choice, Prompter } from '../input/prompter.js';
import { installOffered, type PluginChannel, pluginChannels } from '../plugins/plugin-channels.js';
import { openPluginSetup } from '../plugins/plugin-setup.js';
import { PluginWizard } from './plugin-wizard.js';
import { Wizard } from './wizard.js';

const IMBRIDGE: Choice = {
  value: 'imbridge',
  label: 'imbridge',
  hint: 'iMessage, through a BlueBubbles server on a Mac',
};

/**
 * Sets up a channel and what answers there by questions.
 * @throws CliFailure when it is cancelled: the configuration is unchanged
 */
export async function onboard(cli: Cli, prompter: Prompter): Promise<void> {
  prompter.begin('Set up a channel and its assistant. Ctrl-C changes nothing.');
  const others = (await pluginChannels(cli)).filter((each) => 'source' in each || each.setup);
  const channel = await prompter.select('Which channel?', [IMBRIDGE, ...others.map(choiceOf)]);
  const chosen = others.find((each) => each.channel === channel);
  const askWhatAnswers = async () => new AgentWizard(cli, prompter, await openAgents(cli)).run();
  if (!chosen) return new Wizard(cli, prompter, askWhatAnswers).run();
  if ('source' in chosen) await installOffered(cli, prompter, chosen);
  const setup = await openPluginSetup(cli, channel);
  if (!setup)
    throw new CliFailure(`the plugin of ${channel} has no setup questions: edit its settings in the file`);
  await new PluginWizard(cli, prompter, setup, askWhatAnswers).run();
}

const choiceOf = (each: PluginChannel): Choice => ({
  value: each.channel,
  label: each.channel,
  hint: 'source' in each ? 'needs a plugin, which is installed first' : (each.setup?.hint ?? ''),
});
