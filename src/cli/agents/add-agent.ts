import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import { runningGateway } from '../gateway/gateway-location.js';
import { doctorText } from '../output/doctor-text.js';
import { asCalled } from '../output/text.js';
import type { AgentAnswers, AgentSetup, PlannedAgent } from './agent-setup.js';
import { answerText, TOOLS_OFF, TOOLS_REFUSED, type Tried } from './trial-text.js';

export interface AddedAgent {
  readonly id: string;
  readonly answers: AgentAnswers;
  /** Changes an existing agent (one that only echoes is changed in any case), and writes one that does not answer. */
  readonly isForced: boolean;
  /** Asks the agent once before it is written. */
  readonly isTried: boolean;
}

/** Writes an agent and reports the result. @throws CliFailure, also when it does not answer and is not forced */
export async function addAgent(
  cli: Cli,
  options: OutputOptions,
  setup: AgentSetup,
  { id, answers, isForced, isTried }: AddedAgent,
): Promise<void> {
  const before = setup.find(id);
  if (before && before.runtime.type !== 'echo' && !isForced)
    throw new CliFailure(`agent ${id} already exists: pass --force to change it, or choose another <id>`);
  const first = setup.plan(id, answers);
  const tried = isTried ? await setup.try(first.agent, cli.world.interruption()) : undefined;
  if (tried?.trouble && !isForced)
    throw new CliFailure(
      `${id} does not answer, so nothing was written. ${troubleText(tried)}\nTo write it anyway, add --force.`,
    );
  const planned = refusesTools(tried) ? setup.plan(id, { ...answers, isWithoutTools: true }) : first;
  const outcome = await setup.write(planned);
  const warnings = warningsOf(tried);
  for (const warning of warnings) cli.warn(warning);
  const told = {
    id,
    config_file: setup.configFile,
    ...outcome,
    trial: tried ? trialAnswer(tried) : null,
    warnings,
  };
  cli.print(options, told, () =>
    [
      `Agent ${id}: written to ${setup.configFile}.`,
      ...goodNews(tried),
      '',
      nextSteps(cli, setup, planned),
    ].join('\n'),
  );
}

/**
 * Asks an agent as it is configured; the default one when `id` is left out.
 * @throws CliFailure when it does not answer, or would not answer a message, which comes with tools
 */
export async function testAgent(
  cli: Cli,
  options: OutputOptions,
  setup: AgentSetup,
  id = setup.defaultAgent.id,
): Promise<void> {
  const agent = setup.find(id);
  const ids = setup.agents.map((each) => each.id).join(', ');
  if (!agent) throw new CliFailure(`there is no agent ${id}; configured agents: ${ids}`);
  const tried = await setup.try(agent, cli.world.interruption());
  const warnings = tried.trouble ? [] : await setup.contextWarnings(id);
  if (!tried.trouble || options.json)
    cli.print(options, { ...trialAnswer(tried), context: warnings.map(({ message }) => message) }, () =>
      [
        `${id}: ${answerText(tried)}`,
        ...(warnings.length > 0 ? [doctorText({ checks: warnings })] : []),
      ].join('\n'),
    );
  if (tried.trouble) throw new CliFailure(`${id} does not answer. ${troubleText(tried)}`);
  const off = `gatehouse config set '${setup.pathOf(id)}.tools.allow' '[]'`;
  if (refusesTools(tried)) throw new CliFailure(`${TOOLS_REFUSED} Turn tools off: ${off}`);
}

export const refusesTools = (tried: Tried | undefined): boolean =>
  tried?.trial.kind === 'answered' && tried.trial.refusesTools;

const goodNews = (tried: Tried | undefined): readonly string[] =>
  tried && !tried.trouble ? [answerText(tried)] : [];

function warningsOf(tried: Tried | undefined): readonly string[] {
  if (tried?.trouble) return [`${tried.agent.id} does not answer yet. ${troubleText(tried)}`];
  return refusesTools(tried) ? [TOOLS_OFF] : [];
}

export const troubleText = ({ trouble }: Tried): string =>
  trouble ? `${trouble.cause} ${trouble.remedy}` : '';

/** The next steps, one per line. */
export function nextSteps(
  cli: Cli,
  { defaultAgent }: AgentSetup,
  { agent, isDefault }: PlannedAgent,
): string {
  const isRunning = runningGateway(cli.world.environment().stateDir) !== undefined;
  const others = `${defaultAgent.id} stays the default: it answers unless a binding chooses ${agent.id}. To change that: gatehouse agents add ${agent.id} --default`;
  const steps = [
    isRunning ? 'The running gateway already uses it.' : 'Start the gateway: gatehouse start',
    ...(isDefault ? [] : [others]),
    `Try it at any time: gatehouse agents test ${agent.id}`,
  ];
  return asCalled(cli.world, steps.join('\n'));
}

/** A trial for machines. */
export const trialAnswer = ({ agent, trial, trouble }: Tried) => ({
  id: agent.id,
  runtime: agent.runtime.type,
  model: agent.runtime.model ?? null,
  base_url: agent.runtime.baseUrl ?? null,
  answered: trial.kind === 'answered',
  duration_ms: trial.ms,
  answer: trial.kind === 'answered' ? trial.text : null,
  refuses_tools: trial.kind === 'answered' ? trial.refusesTools : null,
  status: trial.kind === 'failed' ? (trial.failure.status ?? null) : null,
  problem: trouble?.cause ?? null,
  remedy: trouble?.remedy ?? null,
});
