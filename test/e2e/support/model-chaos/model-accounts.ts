import type { ModelRequestRecord, ModelSimulator } from '../../../../simulators/index.js';
import { aboutIn } from './echoes.js';
import { PRICES, type Wire } from './population.js';

/** Tokens in the kinds that the ledger has. */
export interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** One call as the simulator counts it. */
export interface AccountedCall {
  readonly person: number;
  /** The number of the message that it answers. */
  readonly message: number;
  readonly wire: Wire;
  /** Epoch ms. */
  readonly begunAt: number;
  readonly fault: string | undefined;
  /** Absent when no answer was begun. */
  readonly tokens?: Tokens;
  /** Its answer was sent with the report of its tokens. */
  readonly isWhole: boolean;
}

/** The account of each call of a model simulator, by person. */
export class ModelAccounts {
  private readonly byPerson = new Map<number, AccountedCall[]>();

  constructor(simulator: ModelSimulator) {
    simulator.onEnd((record) => this.add(accountOf(record)));
  }

  get all(): readonly AccountedCall[] {
    return [...this.byPerson.values()].flat();
  }

  /** In the order in which they began. */
  of(person: number): readonly AccountedCall[] {
    return (this.byPerson.get(person) ?? []).toSorted((one, other) => one.begunAt - other.begunAt);
  }

  /** The sum of these people's calls, also of those that broke off. */
  sumOf(people: readonly number[], unit: 'tokens' | 'cost'): number {
    return people.flatMap((person) => this.of(person)).reduce((sum, call) => sum + amountOf(call, unit), 0);
  }

  /** How many calls ended in which way. */
  outcomes(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { fault, isWhole } of this.all) {
      const name = fault ?? (isWhole ? 'answered' : 'cut by a kill');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  private add(call: AccountedCall): void {
    const calls = this.byPerson.get(call.person) ?? [];
    calls.push(call);
    this.byPerson.set(call.person, calls);
  }
}

function accountOf({ body, wire, at, fault, usage }: ModelRequestRecord): AccountedCall {
  const { person, message } = aboutIn(JSON.stringify(body.messages));
  return {
    person,
    message,
    wire: wire as Wire,
    begunAt: at,
    fault,
    isWhole: usage?.isWhole === true,
    ...(usage && {
      tokens: {
        input: usage.inputTokens,
        cached: usage.cachedTokens,
        cacheWrite: usage.cacheWriteTokens,
        output: usage.outputTokens,
      },
    }),
  };
}

/** Of a call whose answer had not begun: 0. Without the cache, whose prices are those of other input here. */
export function amountOf({ tokens, wire }: AccountedCall, unit: 'tokens' | 'cost'): number {
  if (!tokens) return 0;
  const { input, output } = tokens;
  return unit === 'tokens' ? input + output : input * PRICES[wire].input + output * PRICES[wire].output;
}
