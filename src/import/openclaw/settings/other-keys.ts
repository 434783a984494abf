import type { Mapping } from './mapping.js';

/** Keys of the peer that have no part in a gateway of ours, and why. A path is for all below it. */
const OTHERS: Readonly<Record<string, string>> = {
  meta: 'about OpenClaw itself',
  wizard: 'about OpenClaw itself',
  'gateway.port': 'ours is 3000: see gateway.port',
  'gateway.bind': 'ours listens on 127.0.0.1: see gateway.host',
  'gateway.auth': 'tokens of OpenClaw are never taken: ours makes one at its first start',
  'gateway.mode': 'ours runs on the machine it is started on',
  'gateway.remote': 'ours runs on the machine it is started on',
  'gateway.controlUi': 'see gateway.console',
  'gateway.tailscale': 'see docs/operations for a gateway behind a proxy',
  tools: 'tools have other names here: see agents.list[].tools (docs/guide/tools.md)',
  'session.identityLinks': 'people are linked as users: see `gatehouse users`',
  'session.store': 'transcripts are not taken',
  'session.scope': 'see session.dmScope',
  'session.reset': 'sessions are begun anew by a command',
  'commands.ownerAllowFrom': 'commands are open to those in allowFrom',
  accessGroups: 'the members stand in the lists that name the group',
  'agents.ownership': 'the default agent is the one marked so, else the first',
  'agents.defaults': 'we have no such default of agents',
  agent: 'we have no such default of agents',
  identity: 'only its name and emoji count, where no mentionPatterns stand in their place',
  'models.mode': 'models are set for each agent',
  'auth.profiles': 'keys are in the settings of agents',
  'auth.order': 'the first key of the order is taken',
  'routing.defaultAgentId': 'that agent is marked as the default one',
  'secrets.providers': 'secrets are files of ours from now on',
  'secrets.defaults': 'secrets are files of ours from now on',
  'env.shellEnv': 'no shell is asked for variables',
  logging: 'see logging',
  plugins: 'plugins of OpenClaw do not run here',
  skills: 'skills of OpenClaw do not run here',
  hooks: 'see webhooks and the Data API',
  cron: 'nothing is run by the clock',
  browser: 'there is no browser here',
  ui: 'see the console',
  talk: 'there is no speech here',
  discovery: 'the gateway does not announce itself',
  canvasHost: 'there is no canvas here',
  update: 'see docs/operations/upgrade.md',
};

export function mapOthers(m: Mapping): void {
  const { root, variables } = m.parts;
  for (const [path, why] of Object.entries(OTHERS)) m.ledger.notTaken(path, why);
  const aliases = root.at('agents', 'defaults', 'models');
  m.ledger.notTaken(aliases.path, 'an alias stands for its model where an agent uses it');
  for (const [name, provider] of root.at('models', 'providers').members)
    m.ledger.notTaken(provider.path, `nothing else of ${name} has a place here, or no agent uses it`);
  for (const [, provider] of root.at('secrets', 'providers').members)
    if (provider.at('source').text === 'exec')
      m.ledger.toDecide(provider.path, 'the import runs no program: put its secrets into files by hand');
  for (const at of [root.at('env'), root.at('env', 'vars')])
    for (const [name, value] of at.members) {
      if (value.isObject) continue;
      if (variables.used.has(name)) m.ledger.changed(value.path, [], 'its value stands where it was named');
      else m.ledger.notTaken(value.path, 'no setting that was taken names it');
    }
  for (const [name, channel] of root.at('channels').members) mapChannel(m, name, channel.path);
  for (const name of variables.missing)
    m.toDo.add(
      `The variable ${name} is not in the .env of the folder: write it there and import again, or set its value by hand.`,
    );
}

function mapChannel(m: Mapping, name: string, path: string): void {
  if (name === 'imessage')
    m.ledger.toDecide(
      path,
      'BlueBubbles may have gone over to it: compare its lists with those of channels.imbridge',
    );
  else if (!['bluebubbles', 'msteams', 'defaults'].includes(name))
    m.ledger.notTaken(path, 'we have no such channel');
}
