import {
  type Assistant,
  mayUseTools,
  type ProbeNote,
  type ProbeReport,
  probeRuntime,
} from '../../assistant/index.js';
import { CHECK_MS, type CheckResult, clockFinding, filled } from '../../common/index.js';
import type { AgentConfig, AgentRuntimeConfig } from '../../config/index.js';

/** The time that one server may take, ms; the rest of a check's time is for the caller. */
const PROBE_MS = CHECK_MS - 500;

/** A model at its place in the configuration. */
interface PlacedModel {
  readonly agent: AgentConfig;
  readonly agentPath: string;
  readonly runtime: AgentRuntimeConfig;
  readonly path: string;
}

/** Asks about every model of every agent at once; about the same one at the same server with the same key once. */
export async function modelFindings(
  agents: readonly AgentConfig[],
  assistant: Pick<Assistant, 'learntWindow'>,
): Promise<readonly CheckResult[]> {
  const probes = new Map<string, Promise<ProbeReport | undefined>>();
  const found = await Promise.all(
    agents.flatMap(modelsOf).map(async (model) => {
      const asked = JSON.stringify([
        ...keyOf(model.runtime),
        model.runtime.model,
        model.runtime.contextWindow,
      ]);
      const probe = probes.get(asked) ?? probeRuntime(model.runtime, PROBE_MS);
      probes.set(asked, probe);
      const learnt = assistant.learntWindow(model.runtime);
      return [...resultsOf(model, await probe), ...learntResults(model, learnt)];
    }),
  );
  return withoutRepeats(found.flat()).map(({ result }) => result);
}

function modelsOf(agent: AgentConfig, index: number): readonly PlacedModel[] {
  const agentPath = `agents.list[${index}]`;
  const own = { agent, agentPath, runtime: agent.runtime, path: `${agentPath}.runtime` };
  const others = agent.fallbacks.map((runtime, position) => ({
    ...own,
    runtime,
    path: `${agentPath}.fallbacks[${position}]`,
  }));
  return [own, ...others];
}

/** A result, and its subject: models of one server share its address, and mostly the key. */
interface Told {
  readonly subject: string;
  readonly result: CheckResult;
}

function resultsOf(model: PlacedModel, report: ProbeReport | undefined): readonly Told[] {
  if (!report) return [];
  const { server, clock } = report;
  const notes = report.notes.filter(({ about }) => about !== 'tools' || mayUseTools(model.agent));
  const told = notes.map((note) => ({ subject: subjectOf(model, note), result: resultOf(model, note) }));
  if (!clock) return told;
  const result = { id: 'model.clock', ...clockFinding(server, clock.theirs, clock.ours) };
  // One machine has one clock.
  return [...told, { subject: URL.parse(server)?.host ?? server, result }];
}

/** A refusal is no fault, but the operator may have meant the model to remember more. */
function learntResults(model: PlacedModel, window: number | undefined): readonly Told[] {
  if (window === undefined) return [];
  const { agent, path, runtime } = model;
  const setting = `${path}.contextWindow`;
  const name = runtime.model ?? runtime.type;
  const result: CheckResult = {
    id: 'model.context',
    state: 'warning',
    setting,
    message: `${name} refused a longer request, so it now gets at most ${window} tokens, its answer included; contextTokens of agent ${agent.id} is ${agent.contextTokens}`,
    remedy: filled(`${LARGER}: \`gatehouse config set {setting} ${window}\``, { setting }),
  };
  return [{ subject: JSON.stringify([path]), result }];
}

const LARGER = 'Load the model with a larger context, or keep this one after a restart too';

function subjectOf({ runtime, agent }: PlacedModel, { about }: ProbeNote): string {
  if (about === 'server') return JSON.stringify(serverOf(runtime));
  if (about === 'key') return JSON.stringify(keyOf(runtime));
  return JSON.stringify([
    ...keyOf(runtime),
    runtime.model,
    runtime.contextWindow,
    about === 'tools' && agent.id,
  ]);
}

const serverOf = ({ type, baseUrl }: AgentRuntimeConfig) => [type, baseUrl];
const keyOf = (runtime: AgentRuntimeConfig) => [...serverOf(runtime), runtime.apiKey, runtime.headers];

function resultOf(model: PlacedModel, { about, state, message, setting, remedy }: ProbeNote): CheckResult {
  const path = setting?.replace(/^model(?=\.)/, model.path).replace(/^agent(?=\.)/, model.agentPath);
  const facts = { agent: model.agent.id, ...(path !== undefined && { setting: path }) };
  return {
    id: `model.${about}`,
    state,
    message,
    ...(path !== undefined && { setting: path }),
    ...(remedy !== undefined && { remedy: filled(remedy, facts) }),
  };
}

function withoutRepeats(all: readonly Told[]): readonly Told[] {
  const seen = new Set<string>();
  return all.filter(({ subject, result: { id } }) => {
    const key = `${id} ${subject}`;
    return !seen.has(key) && seen.add(key);
  });
}
