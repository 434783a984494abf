import type { CheckState } from '../../../common/index.js';
import type { AgentRuntimeConfig } from '../../../config/index.js';

/** A call that asks about models, and that no server can take for a turn. */
export interface ProbeCall {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  /** Names in lower case; the operator's own headers take precedence over these. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A model as its vendor describes it; absent is what the vendor does not say. */
export interface ModelFacts {
  /** Tokens of a question and its answer together. */
  readonly contextWindow?: number | undefined;
  /** Whether it writes answers at all; others make vectors or pictures. */
  readonly answers?: boolean | undefined;
  readonly takesTools?: boolean | undefined;
  readonly retirement?: 'announced' | 'over' | undefined;
}

/** A model in a vendor's list. */
export interface ListedModel extends ModelFacts {
  readonly name: string;
  /** The server answers with this model, whatever name a call gives. */
  readonly answersEveryName?: boolean;
}

/** The meaning of a vendor's refusal. `scope`: the key is valid, and may not ask about models. */
export type ProbeRefusal = 'key' | 'scope' | 'unpaid' | 'model';

/** How a vendor is asked whether it has a model and takes a key. No call of it costs anything. */
export interface ModelProbe {
  /** Asks for one model by its name; absent where servers have only a list. */
  readonly model?: {
    call(runtime: AgentRuntimeConfig): ProbeCall;
    /** @returns undefined when that is no answer of this API */
    read(body: unknown): ModelFacts | undefined;
  };
  readonly list: {
    call(runtime: AgentRuntimeConfig): ProbeCall;
    /** @returns undefined when that is no answer of this API */
    read(body: unknown): readonly ListedModel[] | undefined;
  };
  /** Whether an entry of the list is the model of that name. */
  isNamed(listed: ListedModel, name: string): boolean;
  /**
   * Finds out what a refusal means, from its status and the beginning of its body; undefined leaves that to the status.
   */
  refusal?(status: number, text: string): ProbeRefusal | undefined;
  /**
   * The call of a turn with a body that is no JSON: a server looks at the key and refuses it. For servers that tell their
   * models to no one, or to everybody.
   */
  knock(runtime: AgentRuntimeConfig): ProbeCall;
  /** Some servers of this API tell their models without a look at the key. */
  readonly isOpen?: true;
  /** The command that fetches a missing model, to which its name is added. */
  readonly fetchCommand?: string;
}

export type ProbeTopic = 'server' | 'key' | 'name' | 'context' | 'tools';

/** One thing that was found out about a model. */
export interface ProbeNote {
  readonly about: ProbeTopic;
  readonly state: CheckState;
  readonly message: string;
  /** As in a row of reasons: `model.` stands for the settings of this model, `agent.` for those of its agent. */
  readonly setting?: string;
  /** As in a row of reasons: `{setting}` and `{agent}` stand in it. */
  readonly remedy?: string;
}

export interface ProbeReport {
  /** The address that was asked, without anything secret. */
  readonly server: string;
  readonly notes: readonly ProbeNote[];
  /** The `Date` header of its answer, and when that arrived by this machine's clock, epoch ms. */
  readonly clock?: { readonly theirs: string; readonly ours: number };
}
