import { patternProblem } from '../../../config/index.js';
import { firstOf, SourceValue } from '../../source/source-value.js';
import { groupChatOf } from './general.js';
import type { OpenclawMapping } from './openclaw-mapping.js';
import { planRuntime, useOf } from '../../mapping/runtimes.js';
import { runtimeOf } from './models.js';
import { promptOf } from './prompts.js';

/** Where nothing says otherwise, the peer makes patterns of the agent's name. */
function mapMentions(m: OpenclawMapping, from: SourceValue, path: string): void {
  const target = `${path}.groupChat.mentionPatterns`;
  const own = from.at('groupChat', 'mentionPatterns');
  const identity = firstOf(from.at('identity'), m.parts.root.at('identity'));
  const isDerived = !own.isThere && !groupChatOf(m.parts.root).at('mentionPatterns').isThere;
  m.ledger.notTaken(identity.path, 'only its name and emoji are used, and only without mentionPatterns');
  if (own.isThere) mapPatterns(m, own, target);
  if (!isDerived) return;
  const [name, emoji] = [identity.at('name'), identity.at('emoji')];
  const words = m.textOf(name)?.split(/\s+/).filter(Boolean) ?? [];
  const isCommon = words.length > 0 && words.every((word) => COMMON.has(word.toLowerCase()));
  const patterns = [
    ...(words.length > 0 && !isCommon ? [`\\b@?${words.map(escaped).join('\\s+')}\\b`] : []),
    ...(m.textOf(emoji)?.trim() ? [escaped(m.textOf(emoji)?.trim() ?? '')] : []),
  ].filter((pattern) => patternProblem(pattern) === undefined);
  if (patterns.length > 0) {
    m.plan.set(target, patterns);
    for (const each of [name, emoji])
      m.ledger.changed(each.path, [target], 'converted to a pattern as OpenClaw does');
  }
  if (isCommon)
    m.ledger.toDecide(
      name.path,
      `a common word makes no pattern, because it would call the agent: set ${target}`,
    );
  if (patterns.length === 0)
    m.toDo.add(
      `In a group that requires a mention, an agent without patterns and name stays silent: set ${target}.`,
    );
}

/** Default names of an agent, and words that people write without meaning one. */
const COMMON: ReadonlySet<string> = new Set(
  `a agent ai an and assistant at bot chat chatbot default desk dev family for gateway gpt group hello help
   helper here hey hi home house i in is it llm main me model my name new no of office ok on one our personal please
   private prod production support system team test thanks the this to us user we work yes you your`.split(
    /\s+/,
  ),
);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Patterns that ours refuses are to be decided, one by one. */
function mapPatterns(m: OpenclawMapping, from: SourceValue, path: string): void {
  if (!from.isThere) return;
  const patterns = from.items.flatMap((item) => {
    const pattern = m.textOf(item);
    const problem = pattern === undefined ? undefined : patternProblem(pattern);
    if (problem !== undefined) m.ledger.toDecide(item.path, problem);
    return pattern === undefined || problem !== undefined ? [] : [pattern];
  });
  m.take(from, path, patterns);
}

/** An agent of the peer, in whichever way its configuration spells it. */
interface PeerAgent {
  readonly id: string;
  readonly from: SourceValue;
  readonly isDefault: boolean;
}

/** The id of an agent in our spelling. */
export const agentId = (id: string): string =>
  id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64) || 'main';

const OTHERS: Readonly<Record<string, string>> = {
  name: 'agents have an id only',
  tools: 'tools have other names here: see agents.list[].tools (`gatehouse help guide/tools`)',
  sandbox: 'a sandbox is not supported',
  agentDir: 'agents have no folder in Gatehouse',
  subagents: 'agents do not call other agents',
  heartbeat: 'agents only write in reply',
  memorySearch: 'this memory is not supported',
  params: 'see agents.list[].runtime',
};

export function mapAgents(m: OpenclawMapping): void {
  const agents = agentsIn(m.parts.root);
  const isAnyDefault = Array.isArray(m.plan.inForce('agents.list'));
  const mapped = new Set<string>();
  const main = agents.find((agent) => agent.isDefault) ?? agents[0];
  for (const agent of agents) {
    const ours = agentId(agent.id);
    if (mapped.has(ours)) m.ledger.toDecide(agent.from.path, `another agent already has the id ${ours}`);
    else mapAgent(m, agent, { isAnyDefault, isMain: agent === main });
    mapped.add(ours);
  }
  mapPatterns(m, groupChatOf(m.parts.root).at('mentionPatterns'), 'messages.groupChat.mentionPatterns');
  if (agents.length > 1 && !agents.some(({ isDefault }) => isDefault))
    m.toDo.add('No agent is the default: the first in agents.list answers if no binding applies.');
}

/** A configuration without agents has one, `main`. */
function agentsIn(root: SourceValue): readonly PeerAgent[] {
  const old = root.at('routing', 'agents');
  const named = root.at('routing', 'defaultAgentId').text;
  const list = firstOf(root.at('agents', 'list'), old);
  const listed = list.items.map((from) => ({ id: from.at('id').text ?? 'main', from }));
  const entries = firstOf(root.at('agents', 'entries'), old).members.map(([id, from]) => ({ id, from }));
  const all = [...listed, ...entries];
  if (all.length === 0)
    return [{ id: named ?? 'main', from: new SourceValue(undefined, ''), isDefault: false }];
  return all.map(({ id, from }) => ({
    id,
    from,
    isDefault: from.at('default').value === true || id === named,
  }));
}

const defaultsOf = (root: SourceValue, key: string): SourceValue =>
  firstOf(root.at('agents', 'defaults', key), root.at('agent', key));

interface AgentContext {
  /** Ours has a list of agents already. */
  readonly isAnyDefault: boolean;
  /** The peer asks it where no binding applies. */
  readonly isMain: boolean;
}

function mapAgent(
  m: OpenclawMapping,
  { id, from, isDefault }: PeerAgent,
  { isAnyDefault, isMain }: AgentContext,
): void {
  const ours = agentId(id);
  const path = m.plan.agent(ours);
  const settings = [`${path}.id`];
  m.ledger.takenAlone(from.path, settings);
  if (ours === id) m.ledger.taken(from.at('id').path, settings);
  else {
    const note = `ids must be lower-case letters, digits and hyphens: ${ours}`;
    m.ledger.changed(from.at('id').path, settings, note);
    if (!from.at('id').isThere)
      m.toDo.add(`The agent ${id} was renamed to ${ours}: ${note.replace(/:.*/, '')}.`);
  }
  const isNew = isDefault && !isAnyDefault;
  if (isNew) m.plan.set(`${path}.default`, true);
  m.ledger.taken(
    from.at('default').path,
    [`${path}.default`],
    isDefault && !isNew ? 'only if Gatehouse has no list' : '',
  );
  mapModel(m, { id, from, path });
  mapPrompt(m, { id, from, path }, isMain);
  mapMentions(m, from, path);
  for (const [key, why] of Object.entries(OTHERS)) m.ledger.notTaken(from.at(key).path, why);
}

interface Mapped {
  readonly id: string;
  readonly from: SourceValue;
  /** The setting of ours. */
  readonly path: string;
}

/** Fallbacks stand beside the model; what we cannot call leaves the runtime `echo`. */
function mapModel(m: OpenclawMapping, { id, from, path }: Mapped): void {
  const model = firstOf(from.at('model'), defaultsOf(m.parts.root, 'model'));
  const primary = model.isObject ? model.at('primary') : model;
  const name = m.textOf(primary);
  if (name === undefined) {
    m.toDo.add(
      `The agent ${agentId(id)} has no model yet, and repeats messages (echo) until ${path}.runtime is set.`,
    );
    return;
  }
  const runtime = runtimeOf(m, { name, agent: id, at: `${path}.runtime` });
  if ('problem' in runtime) {
    m.ledger.toDecide(
      primary.path,
      `${runtime.problem}: set ${path}.runtime; until then, the agent repeats messages (echo)`,
    );
    m.ledger.toDecide(model.at('fallbacks').path, 'first set the model that it stands in for');
    m.toDo.add(
      `The agent ${agentId(id)} repeats messages (echo) until ${path}.runtime is set: ${runtime.problem}.`,
    );
    return;
  }
  planRuntime(m, { at: `${path}.runtime`, secret: agentId(id), unit: `${path}.runtime` }, runtime);
  m.ledger.taken(primary.path, [`${path}.runtime`], useOf(m, runtime));
  mapFallbacks(m, { id, from: model.at('fallbacks'), path });
}

const MOST_FALLBACKS = 4;

function mapFallbacks(m: OpenclawMapping, { id, from, path }: Mapped): void {
  let count = 0;
  for (const item of from.items) {
    const name = m.textOf(item);
    const at = `${path}.fallbacks[${count}]`;
    const runtime = name === undefined ? undefined : runtimeOf(m, { name, agent: id, at });
    if (!runtime) continue;
    if ('problem' in runtime) m.ledger.toDecide(item.path, runtime.problem);
    else if (count === MOST_FALLBACKS)
      m.ledger.notTaken(item.path, `at most ${MOST_FALLBACKS} are supported`);
    else {
      planRuntime(m, { at, secret: `${agentId(id)}-${count + 2}`, unit: `${path}.fallbacks` }, runtime);
      m.ledger.taken(item.path, [at], useOf(m, runtime));
      count++;
    }
  }
}

const WORKSPACE = 'AGENTS, SOUL, IDENTITY and USER.md are the instructions, unless something overrides them';

function mapPrompt(m: OpenclawMapping, { id, from, path }: Mapped, isMain: boolean): void {
  const target = `${path}.systemPrompt`;
  const override = firstOf(from.at('systemPromptOverride'), defaultsOf(m.parts.root, 'systemPromptOverride'));
  const [own, common] = [from.at('workspace'), defaultsOf(m.parts.root, 'workspace')];
  const whole = m.textOf(override);
  const text = whole ?? promptOf(m, { id, target, own, common, isDefault: isMain });
  if (text !== undefined) m.plan.set(target, text);
  if (whole !== undefined) m.ledger.taken(override.path, [target]);
  const settings = text === undefined || whole !== undefined ? [] : [target];
  for (const { path: named } of [own, common]) m.ledger.changed(named, settings, WORKSPACE);
}
