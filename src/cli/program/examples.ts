import type { Command } from 'commander';

/** Arguments that make each command do something useful, by its path; empty where none are needed. */
const EXAMPLES: Readonly<Record<string, string>> = {
  onboard: '',
  start: '--port 3001 --state-dir ./state',
  console: '',
  demo: '--once',
  'simulate bridge': '--port 1234 --password bridge-password',
  'simulate workplace': '--from "Irene Paz"',
  'simulate model': '--port 4600',
  status: '--deep',
  doctor: '--fix',
  'channels list': '',
  'channels status': '--deep',
  'channels add imbridge': '--http-url http://192.168.1.20:1234 --password-file bridge-password',
  'channels test': 'imbridge --to +12025550143',
  'channels remove': 'imbridge --account home',
  'agents list': '',
  'agents add': '--runtime ollama --model llama3.2',
  'agents test': 'main',
  'agents try': "main 'Which days is the office open?'",
  'mcp list': '--probe',
  'mcp tools': 'files',
  'mcp accept': 'files read_text_file',
  'mcp call': 'files list_allowed_directories',
  'mcp add': 'files --agent main --trust-read-only -- mcp-server-filesystem /srv/shared',
  'mcp remove': 'linear',
  'mcp login': 'linear',
  'mcp logout': 'linear',
  'webhooks list': '',
  'webhooks add': "crm --to https://crm.example.org/hooks/gatehouse --events 'message.*,channel.down'",
  'webhooks test': 'crm',
  'webhooks on': 'crm',
  'webhooks resend': 'crm',
  'plugins install': './extensions/workchat',
  'plugins list': '',
  'plugins remove': 'workchat',
  'pairing list': 'imbridge',
  'pairing approve': 'imbridge K7QX4MNP',
  'pairing deny': 'imbridge K7QX4MNP',
  'grants list': 'imbridge',
  'grants add': 'imbridge +12025550143',
  access: 'imbridge +12025550143 --conversation cnv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'people export': 'imbridge +12025550143 --out person.zip',
  'people erase': 'imbridge +12025550143 --dry-run',
  'grants remove': 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'conversations list': '--limit 10',
  'conversations show': 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'conversations hold': 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d --for 2h',
  'conversations release': 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d --answer',
  'alerts list': '--state open',
  'approvals list': '--state pending',
  'approvals show': 'K7QX4M',
  'approvals approve': 'K7QX4M --for-an-hour',
  'approvals deny': 'K7QX4M --reason "ask Ann first"',
  'approvals permissions': '',
  'approvals end': 'prm_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'message send': '--channel imbridge --target +12025550143 --message "Good morning"',
  'message poll':
    '--channel workchat --target user:ann@example.org --question "Lunch?" --option Soup --option Salad',
  'message react': '--channel imbridge 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002 👍',
  'message edit': '--channel imbridge 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002 "Good evening"',
  'message unsend': '--channel imbridge 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002',
  'message reply':
    '--channel imbridge --target +12025550143 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002 "Good morning"',
  'message send-with-effect': '--channel imbridge --target +12025550143 slam "Good morning"',
  'message send-attachment': '--channel imbridge --target +12025550143 plan.pdf',
  'message rename-group': '--channel imbridge --target chat_id:12 "Garden crew"',
  'message set-group-icon': '--channel imbridge --target chat_id:12 icon.png',
  'message add-participant': '--channel imbridge --target chat_id:12 +12025550143',
  'message remove-participant': '--channel imbridge --target chat_id:12 +12025550143',
  'message leave-group': '--channel imbridge --target chat_id:12',
  'deliveries list': '--status dead',
  'deliveries show': 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'deliveries retry': 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  usage: '--by agent --from 2026-11-01',
  'budgets list': '',
  'budgets allow': '"each person" imbridge:+12025550143 --cost 5 --until 2030-12-31T23:59:59Z',
  'budgets withdraw': '"each person" alw_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'loops list': '',
  'loops end': 'lop_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'polls list': '--limit 10',
  'polls show': 'pol_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'config show': '',
  'config get': 'channels.imbridge.dmPolicy',
  'config set': "'channels.imbridge.allowFrom[]' +12025550143",
  'config unset': 'gateway.port',
  'config validate': './gatehouse.json',
  'config schema': '--out gatehouse.schema.json',
  'dead-letters list': '--limit 10',
  'dead-letters retry': '41 42',
  'users list': '',
  'users show': 'robin@example.com',
  'users create': 'robin@example.com --name Robin',
  'users update': 'robin@example.com --status disabled',
  'users delete': 'robin@example.com',
  'users link': 'robin@example.com imbridge +12025550143',
  'users unlink': 'robin@example.com idt_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'keys list': 'robin@example.com',
  'keys create': 'robin@example.com --name reports --scope users:read',
  'keys revoke': 'robin@example.com key_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'tokens list': '',
  'tokens create': 'viewer --name wall --expires 2030-12-31T23:59:59Z',
  'tokens revoke': 'tok_01j9zq4c5x8r2m6t0w3y7v1b4d',
  audit: '--limit 20',
  events: '--follow',
  logs: '--follow --level warn',
  explain: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'backup create': '/backups/gatehouse.backup --passphrase-file passphrase',
  'backup verify': '/backups/gatehouse.backup',
  'backup restore': '/backups/gatehouse.backup --passphrase-file passphrase',
  'db migrate': '',
  'db check': '',
  'import hermes': '~/.hermes --dry-run',
  'import openclaw': '~/.openclaw --dry-run',
  'db export': 'gatehouse.export',
  'db import': 'gatehouse.export',
  'service install': '--user',
  'service status': '--user',
  'service uninstall': '--user',
  'update check': '--feed https://packages.example.org/gatehouse/releases.json',
  'update install': '--feed https://packages.example.org/gatehouse/releases.json',
  'update rollback': '',
  completion: 'fish',
  help: 'operations/backup',
};

/** The first steps, for the help of the program itself. */
const FIRST: readonly string[] = ['onboard', 'start', 'status', 'doctor'];
/** The help of a group shows so many of its commands at work. */
const SHOWN = 3;

/** Shows an example at the end of the help of each command, and some of its commands at that of a group. */
export function addExamples(program: Command): void {
  const shown = leavesOf(program, '').filter(({ path }) => Object.hasOwn(EXAMPLES, path));
  for (const { path, command } of shown) addExample(command, lineOf(path));
  for (const { path, command } of groupsOf(program, '')) {
    const below = shown.filter((each) =>
      path === '' ? FIRST.includes(each.path) : each.path.startsWith(`${path} `),
    );
    const lines = below
      .slice(0, path === '' ? FIRST.length : SHOWN)
      .map((each) => `\n  ${lineOf(each.path)}`);
    command.addHelpText('after', `\nExamples:${lines.join('')}`);
  }
}

/** @param line the whole command */
export const addExample = (command: Command, line: string): void =>
  void command.addHelpText('after', `\nExample:\n  ${line}`);

const lineOf = (path: string): string => `gatehouse ${path} ${EXAMPLES[path] ?? ''}`.trimEnd();

/** The commands with commands below them, the program itself among them. */
function groupsOf(command: Command, path: string): { readonly path: string; readonly command: Command }[] {
  if (command.commands.length === 0) return [];
  const below = command.commands.flatMap((child) => groupsOf(child, `${path} ${child.name()}`.trimStart()));
  return [{ path, command }, ...below];
}

/** The commands without commands below them, and the words that name each. */
export function leavesOf(
  command: Command,
  path: string,
): { readonly path: string; readonly command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trimStart()));
}
