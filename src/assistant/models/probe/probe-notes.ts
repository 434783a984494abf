import { type AgentRuntimeConfig, nearestName } from '../../../config/index.js';
import { TURN_FAILURES, type TurnFailure } from '../../turn-failures.js';
import type { ListedModel, ModelFacts, ProbeNote, ProbeTopic } from './model-probe.js';

const SHOWN_NAMES = 5;
/** A name or an address that stands in a command as it is. */
const PLAIN_NAME = /^[\w@%+=:,./-]+$/;

/** The setting and the remedy of a turn that fails for the same reason. */
function rowOf(failure: TurnFailure): Pick<ProbeNote, 'setting' | 'remedy'> {
  const row: { readonly setting?: string; readonly remedy: string } = TURN_FAILURES[failure];
  return { remedy: row.remedy, ...(row.setting !== undefined && { setting: row.setting }) };
}

/** A note for which a failure of turns has the setting and the remedy. */
export const failed = (about: ProbeTopic, failure: TurnFailure, message: string): ProbeNote => ({
  about,
  state: 'failed',
  message,
  ...rowOf(failure),
});

export const well = (about: ProbeTopic, message: string): ProbeNote => ({ about, state: 'ok', message });

/** @param server as in all notes: its address, without anything secret */
export const answers = (server: string): ProbeNote => well('server', `${server} answers`);

/** An API that models are asked by. */
export interface Api {
  /** `runtime.type` */
  readonly type: string;
  /** Where its vendor has it. */
  readonly usualUrl?: string | undefined;
  /** Where it was found instead. */
  readonly likelyUrl?: string | undefined;
}

export const foreign = (server: string, api: Api): ProbeNote =>
  wrongAddress(api, `${server} answers, but not like ${api.type}`);

export const noApi = (server: string, api: Api, status: number): ProbeNote =>
  wrongAddress(api, `${server} does not know the API of ${api.type} (${status})`);

function wrongAddress({ usualUrl, likelyUrl }: Api, message: string): ProbeNote {
  const note = failed('server', 'model-no-events', message);
  if (likelyUrl !== undefined && PLAIN_NAME.test(likelyUrl))
    return { ...note, remedy: `\`gatehouse config set {setting} ${likelyUrl}\`` };
  if (usualUrl === undefined) return note;
  return { ...note, remedy: `Set an address such as ${usualUrl}: \`gatehouse config set {setting} URL\`` };
}

export const elsewhere = (server: string, status: number): ProbeNote => ({
  ...failed(
    'server',
    'model-no-events',
    `${server} redirects to another address (${status}), where no key is sent`,
  ),
  remedy: 'Set that address: `gatehouse config set {setting} URL`',
});

/** A key may stand among the operator's own headers. */
export function keyRefused(server: string, status: number, runtime: AgentRuntimeConfig): ProbeNote {
  const { apiKey, headers } = runtime;
  if (apiKey !== undefined)
    return failed('key', 'model-key-refused', `${server} rejects the key (${status})`);
  if (headers === undefined)
    return failed('key', 'model-key-refused', `${server} requires a key, and none is set (${status})`);
  return {
    about: 'key',
    state: 'failed',
    message: `${server} rejects the headers (${status})`,
    setting: 'model.headers',
    remedy: 'Put a valid key into {setting}.',
  };
}

export const busy = (server: string): ProbeNote => ({
  ...failed('key', 'model-busy', `${server} gets too many requests with this key (429)`),
  state: 'warning',
});

export const notListed = (server: string): ProbeNote => ({
  about: 'name',
  state: 'unknown',
  message: `${server} does not list its models`,
  remedy: '`gatehouse agents test {agent}` asks the model itself, which costs a few tokens.',
});

/** The name is there; and what its vendor says about the model. */
export function described(server: string, runtime: AgentRuntimeConfig, facts: ModelFacts): ProbeNote[] {
  const { model = '' } = runtime;
  if (facts.answers === false)
    return [failed('name', 'model-not-found', `${model} of ${server} cannot write answers`)];
  return [
    named(server, model, facts),
    ...contextNotes(runtime, facts.contextWindow),
    ...(facts.takesTools === undefined ? [] : [toolsNote(model, facts.takesTools)]),
  ];
}

function named(server: string, model: string, { retirement }: ModelFacts): ProbeNote {
  if (retirement === undefined) return well('name', `${server} knows ${model}`);
  const isOver = retirement === 'over';
  return {
    ...failed('name', 'model-not-found', `${model} ${isOver ? 'is' : 'will be'} retired by its vendor`),
    state: isOver ? 'failed' : 'warning',
    remedy: 'Choose a newer model: `gatehouse config set {setting} NAME`',
  };
}

function contextNotes({ contextWindow: set, model = '' }: AgentRuntimeConfig, has: number | undefined) {
  if (set === undefined || has === undefined) return [];
  if (set <= has) return [well('context', `${model} accepts ${has} tokens, at least as many as configured`)];
  const note: ProbeNote = {
    about: 'context',
    state: 'warning',
    setting: 'model.contextWindow',
    message: `${model} accepts ${has} tokens, but ${set} are configured`,
    remedy: `\`gatehouse config set {setting} ${has}\``,
  };
  return [note];
}

const toolsNote = (model: string, takesTools: boolean): ProbeNote =>
  takesTools
    ? well('tools', `${model} accepts tools`)
    : {
        about: 'tools',
        state: 'failed',
        message: `${model} rejects tools, and every call to it has tools`,
        setting: 'agent.tools.allow',
        remedy: "Choose a model that accepts tools, or turn them off: `gatehouse config set {setting} '[]'`",
      };

/** A name that a server does not know. @param fetchCommand the command that fetches a missing model there */
export function unknownName(
  server: string,
  model: string,
  {
    known,
    fetchCommand,
  }: { readonly known: readonly ListedModel[]; readonly fetchCommand?: string | undefined },
): ProbeNote {
  const names = known.map(({ name }) => name).filter((name) => name !== '');
  const nearest = nearestName(model, names);
  const note = failed('name', 'model-not-found', `${server} has no model ${model}${instead(names, nearest)}`);
  const choose = `\`gatehouse config set {setting} ${plain(nearest)}\``;
  if (fetchCommand === undefined) return nearest === undefined ? note : { ...note, remedy: choose };
  return { ...note, remedy: `\`${fetchCommand} ${plain(model)}\` on its machine, or ${choose}` };
}

/** Some servers answer names that they do not list. */
export const unlistedName = (...of: Parameters<typeof unknownName>): ProbeNote => {
  const note = unknownName(...of);
  return { ...note, state: 'warning', message: note.message.replace('has no model', 'does not list') };
};

function instead(names: readonly string[], nearest: string | undefined): string {
  if (names.length === 0) return '; it has no models';
  if (nearest !== undefined) return `; it has ${nearest}`;
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  return `; it has ${names.slice(0, SHOWN_NAMES).join(', ')}${more}`;
}

const plain = (name: string | undefined): string =>
  name !== undefined && PLAIN_NAME.test(name) ? name : 'NAME';
