import type { OpenclawMapping } from './openclaw-mapping.js';

/** Keys of the peer that have no part in a gateway of ours, and why. A path is for all below it. */
const OTHERS: Readonly<Record<string, string>> = {
  meta: 'about OpenClaw itself',
  wizard: 'about OpenClaw itself',
  'gateway.port': 'Gatehouse uses port 3000: see gateway.port',
  'gateway.bind': 'Gatehouse listens on 127.0.0.1: see gateway.host',
  'gateway.auth': 'tokens of OpenClaw are never imported: Gatehouse creates one at its first start',
  'gateway.mode': 'Gatehouse runs on the machine it is started on',
  'gateway.remote': 'Gatehouse runs on the machine it is started on',
  'gateway.controlUi': 'see gateway.console',
  'gateway.tailscale': 'for a gateway behind a proxy, see `gatehouse help operations/reverse-proxy`',
  tools: 'tools have other names here: see agents.list[].tools (`gatehouse help guide/tools`)',
  'session.identityLinks': 'people are linked as users: see `gatehouse users`',
  'session.store': 'transcripts are not imported',
  'session.scope': 'see session.dmScope',
  'session.reset': 'a command starts a new session',
  'messages.ackReaction': 'a reaction as acknowledgment is not supported',
  'messages.ackReactionScope': 'a reaction as acknowledgment is not supported',
  'commands.ownerAllowFrom': 'commands are open to people in allowFrom',
  accessGroups: 'its members were added to the lists that name the group',
  'agents.ownership': 'the default agent is the marked one, otherwise the first',
  'agents.defaults': 'agent defaults are not supported',
  agent: 'agent defaults are not supported',
  identity: 'only its name and emoji are used, and only without mentionPatterns',
  'models.mode': 'models are set for each agent',
  'models.pricing': 'see usage.pricesFile and agents.list[].runtime.price',
  'auth.profiles': 'keys are set for each agent',
  'auth.order': 'the first key of the order is imported',
  'routing.defaultAgentId': 'that agent is marked as the default',
  'secrets.providers': 'secrets are now files in the state directory',
  'secrets.defaults': 'secrets are now files in the state directory',
  'env.shellEnv': 'shell variables are not read',
  logging: 'see logging',
  plugins: 'plugins of OpenClaw do not run here',
  skills: 'skills of OpenClaw do not run here',
  hooks: 'see webhooks and the Data API',
  cron: 'scheduled tasks are not supported',
  browser: 'a browser is not supported',
  ui: 'see the console',
  talk: 'speech is not supported',
  discovery: 'the gateway does not announce itself',
  canvasHost: 'a canvas is not supported',
  update: 'see `gatehouse help operations/upgrade`',
};

export function mapOthers(m: OpenclawMapping): void {
  const { root, variables } = m.parts;
  for (const [path, why] of Object.entries(OTHERS)) m.ledger.notTaken(path, why);
  const aliases = root.at('agents', 'defaults', 'models');
  m.ledger.notTaken(aliases.path, 'aliases are replaced by their models where agents use them');
  for (const [name, provider] of root.at('models', 'providers').members)
    m.ledger.notTaken(provider.path, `other settings of ${name} are not supported, or not used by an agent`);
  for (const [, provider] of root.at('secrets', 'providers').members)
    if (provider.at('source').text === 'exec')
      m.ledger.toDecide(
        provider.path,
        'the import does not run programs: put its secrets into files by hand',
      );
  for (const at of [root.at('env'), root.at('env', 'vars')])
    for (const [name, value] of at.members) {
      if (value.isObject) continue;
      if (variables.used.has(name))
        m.ledger.changed(value.path, [], 'its value was filled in where it was used');
      else m.ledger.notTaken(value.path, 'no imported setting uses it');
    }
  for (const [name, channel] of root.at('channels').members) mapChannel(m, name, channel.path);
}

function mapChannel(m: OpenclawMapping, name: string, path: string): void {
  if (name === 'imessage')
    m.ledger.toDecide(path, 'it may have replaced BlueBubbles: compare its lists with channels.imbridge');
  else if (!['bluebubbles', 'msteams', 'defaults'].includes(name))
    m.ledger.notTaken(path, 'channel not supported');
}
