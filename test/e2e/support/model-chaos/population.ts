/** Prices of a million tokens, by the wire of the model. */
export const PRICES = { anthropic: { input: 1, output: 5 }, openai: { input: 2, output: 8 } } as const;
export type Wire = keyof typeof PRICES;

/** The names of the models, by which the ledger tells them apart. */
export const MODELS: Readonly<Record<Wire, string>> = { anthropic: 'one', openai: 'two' };

type LimitName = 'tokensPerDay' | 'tokensPerMonth' | 'costPerDay' | 'costPerMonth';

/** A budget that is used up before its people have written all that they write. */
interface TightBudget {
  readonly per: 'gateway' | 'agent' | 'sender' | 'conversation';
  readonly limit: LimitName;
}

/** By agent; each has the only tight budget of its people. */
const TIGHT: Readonly<Record<string, TightBudget>> = {
  lab: { per: 'gateway', limit: 'tokensPerDay' },
  desk: { per: 'agent', limit: 'costPerMonth' },
  tutor: { per: 'sender', limit: 'tokensPerMonth' },
  hall: { per: 'conversation', limit: 'costPerDay' },
};
/** Half of the people have the agent whose budget has room for all. */
const AGENTS = ['main', 'lab', 'main', 'desk', 'main', 'tutor', 'main', 'hall'] as const;
/** A budget of all people whose limit no run reaches, in tokens. */
export const ROOMY_BUDGET = 'all';
const ROOMY = 100_000_000_000;
/** About what a turn uses, as the simulator counts, and the part of all turns that a tight budget has room for. */
const TOKENS_PER_TURN = 900;
const ROOM = 0.7;
/** The mean of both models, in millionths of the currency. */
const COST_OF_TOKEN = 1.5;

/** One limit of one subject, and the people whose calls count towards it. */
export interface LimitOfRun {
  readonly budget: string;
  readonly unit: 'tokens' | 'cost';
  /** Millionths of the currency, or tokens. */
  readonly most: number;
  readonly people: readonly number[];
}

/** The people of a run, their agents, and the budgets of these. */
export class Population {
  readonly people: readonly number[];

  constructor(
    size: number,
    private readonly turnsOfEach: number,
  ) {
    this.people = Array.from({ length: size }, (_, person) => person);
  }

  static addressOf(person: number): string {
    return `+1202555${String(100 + person).padStart(4, '0')}`;
  }

  /** The sections `agents` and `usage` of the configuration. @param modelOf the place of a model, and its limits */
  settings(modelOf: (wire: Wire) => object): object {
    const model = (wire: Wire) => ({
      type: wire,
      model: MODELS[wire],
      price: PRICES[wire],
      ...modelOf(wire),
    });
    const asked = { runtime: model('anthropic'), fallbacks: [model('openai')], contextTokens: 600 };
    const bindings = this.people.map((person) => ({
      agent: agentOf(person),
      channel: 'imbridge',
      sender: Population.addressOf(person),
    }));
    return {
      agents: { list: ['main', ...Object.keys(TIGHT)].map((id) => ({ id, ...asked })), bindings },
      usage: { budgets: this.budgets(), overBudget: 'Enough until {when}.' },
    };
  }

  /** Every limit of the run, for each of its subjects. */
  limits(): LimitOfRun[] {
    const tight = Object.keys(TIGHT).flatMap((agent) => this.limitsOf(agent));
    const all = { budget: ROOMY_BUDGET, unit: 'tokens' as const, most: ROOMY, people: this.people };
    return [all, ...tight];
  }

  private budgets(): object[] {
    const tight = Object.entries(TIGHT).map(([agent, { per, limit }]) => ({
      name: agent,
      per,
      agents: [agent],
      [limit]: limit.startsWith('cost') ? this.mostOf(agent) / 1_000_000 : this.mostOf(agent),
    }));
    return [{ name: ROOMY_BUDGET, per: 'gateway', tokensPerMonth: ROOMY }, ...tight];
  }

  private limitsOf(agent: string): LimitOfRun[] {
    const { per, limit } = TIGHT[agent]!;
    const unit = limit.startsWith('cost') ? 'cost' : 'tokens';
    const known = { budget: agent, unit, most: this.mostOf(agent) } as const;
    const people = this.peopleOf(agent);
    if (per === 'gateway' || per === 'agent') return [{ ...known, people }];
    return people.map((person) => ({ ...known, people: [person] }));
  }

  private mostOf(agent: string): number {
    const { per, limit } = TIGHT[agent]!;
    const people = per === 'gateway' || per === 'agent' ? this.peopleOf(agent).length : 1;
    const tokens = people * this.turnsOfEach * TOKENS_PER_TURN * ROOM;
    return Math.ceil(limit.startsWith('cost') ? tokens * COST_OF_TOKEN : tokens);
  }

  private peopleOf(agent: string): readonly number[] {
    return this.people.filter((person) => agentOf(person) === agent);
  }
}

const agentOf = (person: number): string => AGENTS[person % AGENTS.length]!;
