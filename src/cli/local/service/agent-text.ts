import { LABEL } from './launchctl.js';
import { type UnitPaths, type UnitPlan, unitPaths } from './unit-text.js';

/** As in the unit for systemd: memory flags, and the time for work in progress. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--v8-pool-size=0'];
const STOP_SECONDS = 25;
/** launchd knows no exit code after which a restart is useless, so it waits between two. */
const RESTART_SECONDS = 30;
/** 077: only the user reads what it writes. */
const UMASK = 63;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The file that launchd reads at each login, without its first line, which the signature follows. */
export function agentText({ node, program, stateDir, configFile, log = '' }: UnitPlan): string {
  const variables: readonly (readonly [string, string])[] = [
    ['NODE_ENV', 'production'],
    ['GATEHOUSE_STATE_DIR', stateDir],
    ...(configFile === undefined ? [] : [['GATEHOUSE_CONFIG', configFile] as const]),
  ];
  const lines = [
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...entry('Label', text(LABEL)),
    ...entry('ProgramArguments', [
      '<array>',
      ...[node, ...NODE_FLAGS, program].flatMap(text).map(indented),
      '</array>',
    ]),
    ...entry('EnvironmentVariables', [
      '<dict>',
      ...variables.flatMap(([name, value]) => entry(name, text(value))),
      '</dict>',
    ]),
    ...entry('RunAtLoad', ['<true/>']),
    ...entry('KeepAlive', ['<true/>']),
    ...entry('ThrottleInterval', number(RESTART_SECONDS)),
    ...entry('ExitTimeOut', number(STOP_SECONDS)),
    ...entry('Umask', number(UMASK)),
    ...entry('StandardOutPath', text(log)),
    ...entry('StandardErrorPath', text(log)),
    '</dict>',
    '</plist>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Puts the lines that sign the file where XML allows them: as comments after the declaration. */
export const agentFile = (comments: readonly string[], body: string): string =>
  `${HEAD}${comments.map((each) => `<!-- ${each} -->\n`).join('')}${body}`;

const indented = (line: string): string => `  ${line}`;
const entry = (key: string, value: readonly string[]): readonly string[] =>
  [`<key>${key}</key>`, ...value].map(indented);
const text = (value: string): readonly string[] => [`<string>${escaped(value)}</string>`];
const number = (value: number): readonly string[] => [`<integer>${value}</integer>`];

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (value: string): string =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The program that an agent of ours starts, and the paths that it gets. */
export function pathsOfAgent(file: string): UnitPaths {
  const [, words = ''] = /<key>ProgramArguments<\/key>\s*<array>([^]*?)<\/array>/.exec(file) ?? [];
  const program = [...words.matchAll(/<string>([^]*?)<\/string>/g)].at(-1)?.[1];
  const valueOf = (name: string) => {
    const value = new RegExp(`<key>${name}</key>\\s*<string>([^]*?)</string>`).exec(file)?.[1];
    return value === undefined ? undefined : unescaped(value);
  };
  return unitPaths(program === undefined ? undefined : unescaped(program), valueOf);
}
