import { errorText } from '../../common/index.js';
import {
  type AgentConfig,
  type AgentRuntimeConfig,
  AGENTS,
  type BudgetConfig,
  ConfigProblem,
  type ConfigRule,
  USAGE,
} from '../../config/index.js';
import { priceFor, type PriceTable, readPriceFile } from './price-file.js';

/** A runtime of an agent, and its path in the configuration. */
interface PlacedRuntime {
  readonly path: string;
  readonly agent: string;
  readonly runtime: AgentRuntimeConfig;
}

/** Checks usage against the agents: budgets name agents there are, and those in money need a price of every model. */
export const usageIsSound: ConfigRule = (config) => {
  const { budgets, pricesFile } = config.get(USAGE);
  const { list } = config.get(AGENTS);
  const file = tableOf(pricesFile);
  if (file instanceof ConfigProblem) return [file];
  return [...unknownAgents(budgets, list), ...unpriced(budgets, list, file)];
};

function tableOf(pricesFile: string | undefined): PriceTable | ConfigProblem {
  try {
    return pricesFile === undefined ? new Map() : readPriceFile(pricesFile);
  } catch (error) {
    return new ConfigProblem('usage.pricesFile', errorText(error));
  }
}

const unknownAgents = (budgets: readonly BudgetConfig[], list: readonly AgentConfig[]): ConfigProblem[] =>
  budgets.flatMap(({ agents = [] }, at) =>
    agents.flatMap((agent, index) =>
      list.some(({ id }) => id === agent)
        ? []
        : [new ConfigProblem(`usage.budgets[${at}].agents[${index}]`, 'must be the id of an agent')],
    ),
  );

function unpriced(
  budgets: readonly BudgetConfig[],
  list: readonly AgentConfig[],
  file: PriceTable,
): ConfigProblem[] {
  return list.flatMap(runtimesOf).flatMap(({ path, agent, runtime }) => {
    const budget = budgets.find((each) => isInMoney(each) && (each.agents?.includes(agent) ?? true));
    if (!budget || runtime.type === 'echo' || runtime.price) return [];
    if (priceFor(file, runtime.type, runtime.model ?? '')) return [];
    return [
      new ConfigProblem(`${path}.price`, `is required, because the budget "${budget.name}" limits the cost`),
    ];
  });
}

const isInMoney = ({ costPerDay, costPerMonth }: BudgetConfig): boolean =>
  costPerDay !== undefined || costPerMonth !== undefined;

/** Every runtime that may answer for an agent: its own, and those it falls back on. */
function runtimesOf(agent: AgentConfig, at: number): PlacedRuntime[] {
  const path = `agents.list[${at}]`;
  return [
    { path: `${path}.runtime`, agent: agent.id, runtime: agent.runtime },
    ...agent.fallbacks.map((runtime, index) => ({
      path: `${path}.fallbacks[${index}]`,
      agent: agent.id,
      runtime,
    })),
  ];
}
