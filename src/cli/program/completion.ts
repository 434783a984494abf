import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Names that only the configuration knows; `gatehouse complete <kind>` prints them. */
export const KINDS = ['channels', 'accounts', 'agents'] as const;
export type Kind = (typeof KINDS)[number];

/** The words that may follow some others: fixed ones, or the names of a kind. */
interface Values {
  readonly words: readonly string[];
  readonly kind?: Kind | undefined;
}

/** A command, named in full with a space before each word, and what may follow it. */
interface Place extends Values {
  readonly path: string;
  /** Options that take a value, and the values. */
  readonly options: readonly (Values & { readonly long: string })[];
}

/**
 * A script for a shell to source; it is generated from the commands, so it knows all of them. It expands and executes
 * nothing of a word that it offers: `compgen -W` would.
 */
export function completionFor(program: Command, shell: Shell): string {
  const places = placesIn(program, '');
  if (shell === 'fish') return fishScript(places);
  const script = bashScript(places);
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

/** In zsh `path` is the search path of commands, so no variable has that name. */
function bashScript(places: readonly Place[]): string {
  const words = ({ words, kind }: Values): string =>
    [...(kind === undefined ? [] : [`$(${namesOf(kind)})`]), ...words].join(' ');
  const lines = places.map((each) => `    "${each.path}") words="${words(each)}" ;;`);
  const values = optionsOf(places).map(({ at, ...each }) => `    "${at}") words="${words(each)}" ;;`);
  return `_gatehouse() {
  local at="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathsOf(places).join(' | ')}) at="$at $word" ;;
    esac
  done
  case "$at" in
${lines.join('\n')}
  esac
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=()
  while IFS= read -r word; do
    case "$word" in
      "" | *[!A-Za-z0-9_-]*) ;;
      "\${COMP_WORDS[COMP_CWORD]}"*) COMPREPLY+=("$word") ;;
    esac
  done <<< "$(tr ' ' '\\n' <<< "$words")"
}
complete -o default -F _gatehouse gatehouse`;
}

/** Without words to offer, fish is told to offer files, as bash does by itself. */
function fishScript(places: readonly Place[]): string {
  const print = ({ words, kind }: Values): string =>
    [
      ...(kind === undefined ? [] : [namesOf(kind)]),
      ...(words.length === 0 ? [] : [`printf '%s\\n' ${words.join(' ')}`]),
    ].join('; ');
  const lines = places.map((each) => `    case "${each.path}"\n      ${print(each)}`);
  const values = optionsOf(places).map(
    ({ at, ...each }) => `    case "${at}"\n      ${print(each)}\n      return`,
  );
  return `function __gatehouse_words
  set -l typed (commandline -opc)
  set -l path ""
  set -e typed[1]
  for word in $typed
    switch "$path $word"
      case ${pathsOf(places).join(' ')}
        set path "$path $word"
    end
  end
  switch "$path $typed[-1]"
${values.join('\n')}
  end
  switch "$path"
${lines.join('\n')}
  end
end
complete -c gatehouse -a '(__gatehouse_words)'`;
}

const namesOf = (kind: Kind): string => `gatehouse complete ${kind} 2>/dev/null`;

const pathsOf = (places: readonly Place[]): readonly string[] =>
  places.map(({ path }) => `"${path}"`).filter((path) => path !== '""');

const optionsOf = (places: readonly Place[]) =>
  places.flatMap(({ path, options }) => options.map((each) => ({ ...each, at: `${path} ${each.long}` })));

function placesIn(command: Command, path: string): Place[] {
  const shown = command.options.filter(({ hidden, long }) => !hidden && long !== undefined);
  const children = command.createHelp().visibleCommands(command);
  const names = [...children.map((child) => child.name()), ...argumentWords(command)];
  const words = [...names, ...shown.map(({ long }) => long ?? ''), '--help'];
  const kind = command.registeredArguments.map((each) => kindOf(each.name())).find(Boolean);
  const below = children.flatMap((child) => placesIn(child, `${path} ${child.name()}`));
  return [{ path, words, kind, options: shown.flatMap(valuesOf) }, ...below];
}

const argumentWords = ({ registeredArguments }: Command): readonly string[] =>
  registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);

function valuesOf({ long, argChoices: words }: Option): Place['options'] {
  const kind = kindOf(long?.slice(2) ?? '');
  const isFree = (words as readonly string[] | undefined) === undefined && kind === undefined;
  return typeof long !== 'string' || isFree ? [] : [{ long, words: words ?? [], kind }];
}

/** Arguments and options are named by what they take. */
const kindOf = (name: string): Kind | undefined => KINDS.find((kind) => kind === `${name}s`);
