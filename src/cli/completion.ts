import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** Words that may follow a command, which is named in full. */
interface CommandWords {
  readonly path: string;
  readonly words: readonly string[];
}

/** A script for a shell to source; it is generated from the commands, so it knows all of them. */
export function completionFor(program: Command, shell: Shell): string {
  const all = commandWordsIn(program, '');
  const known = all.map(({ path }) => `"${path}"`).filter((path) => path !== '""');
  const lines = all.map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`);
  const script = `_gatehouse() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${known.join(' | ')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${lines.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gatehouse gatehouse`;
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

function commandWordsIn(command: Command, path: string): CommandWords[] {
  const options = command.options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long]));
  const names = command.commands.map((child) => child.name());
  const below = command.commands.flatMap((child) => commandWordsIn(child, `${path} ${child.name()}`));
  return [{ path, words: [...names, ...options, '--help'] }, ...below];
}
