import { existsSync } from 'node:fs';
import { openAgents } from '../agents/agent-setup.js';
import { AgentWizard } from '../agents/agent-wizard.js';
import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { Choice, Prompter } from '../input/prompter.js';
import { both, changeConfig, type ConfigCode, loadConfigCode, type Wanted } from '../local/config.js';
import { installOffered, type PluginChannel, pluginChannels } from '../plugins/plugin-channels.js';
import { openPluginSetup } from '../plugins/plugin-setup.js';
import type { PlannedSetup } from './account-answers.js';
import type { PlannedAccount } from './account-setup.js';
import { finish } from './finish.js';
import { PluginWizard } from './plugin-wizard.js';
import { showWebhook, Wizard } from './wizard.js';

const IMBRIDGE: Choice = {
  value: 'imbridge',
  label: 'imbridge',
  hint: 'iMessage, through a BlueBubbles server on a Mac',
};
const LATER: Choice = {
  value: 'later',
  label: 'none for now',
  hint: 'run onboard again, or use the console',
};
const CHANNEL_FIRST: Choice = {
  value: 'channel',
  label: 'the channel',
  hint: 'where people write to the assistant',
};
const MODEL_FIRST: Choice = { value: 'model', label: 'the model', hint: 'what answers them' };

/** Settings of a new file: people are kept apart, and learn that they have access. */
const OF_NEW_FILE = { 'session.dmScope': 'per-sender', 'messages.approvalNotice': true };

/**
 * Sets up a channel and what answers there by questions, starts the gateway, and shows that it works.
 * @throws CliFailure when it is cancelled before the last answer: the configuration is unchanged
 */
export async function onboard(cli: Cli, prompter: Prompter): Promise<void> {
  prompter.begin('Set up a channel and its assistant. Ctrl-C changes nothing until the last answer.');
  const { configFile } = cli.world.environment();
  const isNew = !existsSync(configFile);
  const order = await prompter.select('What do you want to set up first?', [CHANNEL_FIRST, MODEL_FIRST]);
  const askModel = async () => new AgentWizard(cli, prompter, await openAgents(cli)).run();
  const before = order === MODEL_FIRST.value ? await askModel() : undefined;
  const channel = await askChannel(cli, prompter, { isOptional: order === MODEL_FIRST.value });
  const model = order === MODEL_FIRST.value ? before : await askModel();
  if (channel && 'webhook' in channel) await showWebhook(prompter, channel);
  const code = await loadConfigCode(cli);
  const wanted = [...(model ? [model] : []), ...(isNew ? [settingsOfNewFile(code)] : [])];
  const also = wanted.length === 0 ? undefined : wanted.reduce((one, other) => both(code, one, other));
  const outcome = channel ? await channel.write(also) : also && (await changeConfig(cli, {}, () => also));
  await finish(cli, prompter, { configFile, channel, outcome });
}

function settingsOfNewFile(code: ConfigCode): Wanted {
  const changes = Object.entries(OF_NEW_FILE).map(([path, value]) => code.setPath(path, value));
  return { patch: { set: OF_NEW_FILE }, change: code.allOf(changes) };
}

/** @returns undefined for none */
async function askChannel(
  cli: Cli,
  prompter: Prompter,
  { isOptional }: { readonly isOptional: boolean },
): Promise<PlannedSetup | PlannedAccount | undefined> {
  const others = (await pluginChannels(cli)).filter((each) => 'source' in each || each.setup);
  const choices = [IMBRIDGE, ...others.map(choiceOf), ...(isOptional ? [LATER] : [])];
  const channel = await prompter.select('Which channel?', choices);
  if (channel === LATER.value) return undefined;
  const chosen = others.find((each) => each.channel === channel);
  if (!chosen) return new Wizard(cli, prompter).run();
  if ('source' in chosen) await installOffered(cli, prompter, chosen);
  const setup = await openPluginSetup(cli, channel);
  if (!setup)
    throw new CliFailure(`the plugin of ${channel} has no setup questions: edit its settings in the file`);
  return new PluginWizard(prompter, setup).run();
}

const choiceOf = (each: PluginChannel): Choice => ({
  value: each.channel,
  label: each.channel,
  hint: 'source' in each ? 'needs a plugin, which is installed first' : (each.setup?.hint ?? ''),
});
