import type { ConnectorReasons } from '../../channels/index.js';
import { filled, type Reason, type Reasons } from '../../common/index.js';
import { CORE_REASONS, REASON_KINDS, type ReasonKind } from './core-reasons.js';
import { ownRows } from './reason-table.service.js';

const TITLES: Readonly<Record<ReasonKind, string>> = {
  drop: 'Messages that are not answered',
  turn: 'Turns that fail',
  tool: 'Server tools that are withheld from a model',
  send: 'Messages that are not sent',
  state: 'Account states',
  admission: 'Reasons for access',
};

const INTRODUCTION = `# Reasons

<!-- Made by \`npm run generate\` from the tables in the code. Do not edit. -->

The codes that \`gatehouse explain\`, \`gatehouse access\`, \`gatehouse status\`, the log and the metrics use to explain why
something was done or not. The commands replace the placeholders in \`<…>\`. \`<setting>\` is the path in the same row, with the
account, group or agent in question; \`<list>\` is that path with \`[]\`, which appends to a list.
`;

const FAULTS_TITLE = `## Faults of the gateway

Alerts of \`gatehouse status\` have these codes; \`gatehouse doctor\` reports the same problems with the details of the case.`;

/** Where a setting stands, by the first part of its name. */
const PLACES: Readonly<Record<string, string>> = {
  account: 'channels.<channel>.',
  place: 'channels.<channel>.….',
  agent: 'agents.list[].',
  model: 'agents.list[].runtime.',
  server: 'mcp.servers.<name>.',
};

/**
 * docs/reference/reasons.md, as Markdown.
 * @param channels our own connectors with their rows
 * @param faults the rows of alerts and of the doctor
 */
export function reasonsPage(channels: Readonly<Record<string, ConnectorReasons>>, faults: Reasons): string {
  const core = REASON_KINDS.map((kind) => section(`## ${TITLES[kind]}`, CORE_REASONS[kind]));
  const own = Object.entries(channels).flatMap(([channel, rows]) => [
    `## ${channel}\n\nIn addition to those above, or instead of them.\n`,
    ...REASON_KINDS.map((kind) => ownSection(channel, kind, ownRows(rows, kind))),
  ]);
  const ofGateway = section(FAULTS_TITLE, faults);
  return [INTRODUCTION, ...core, ofGateway, ...own].filter((part) => part !== '').join('\n');
}

const ownSection = (channel: string, kind: ReasonKind, rows: Partial<Reasons> | undefined): string =>
  rows ? section(`### ${TITLES[kind]}: ${channel}`, rows as Reasons) : '';

function section(title: string, rows: Reasons): string {
  const lines = Object.entries(rows).flatMap(([code, reason]) => linesOf(code, reason));
  return `${title}\n\n| Code | What happened | Setting | Remedy |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

function linesOf(code: string, reason: Reason): string[] {
  const line = (name: string, { setting, remedy }: Pick<Reason, 'setting' | 'remedy'>) =>
    row([name, reason.what, setting === undefined ? '' : `\`${shownPath(setting)}\``, shownRemedy(remedy)]);
  return [
    line(`\`${code}\``, reason),
    ...(reason.inGroup ? [line(`\`${code}\`, in a group`, reason.inGroup)] : []),
  ];
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function shownPath(setting: string): string {
  const [scope = '', ...steps] = setting.split('.');
  const place = PLACES[scope];
  return place === undefined ? setting : place + steps.join('.');
}

/** Facts as code too, because `<…>` would be taken for HTML. */
const shownRemedy = (remedy: string): string =>
  filled(remedy.replace('{option}', ''), {})
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/<\w+>/g, '`$&`')))
    .join('`');
