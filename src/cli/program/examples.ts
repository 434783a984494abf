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
  'agents list': '',
  'agents add': '--runtime ollama --model llama3.2',
  'agents test': 'main',
  'agents try': "main 'Which days is the office open?'",
  'mcp list': '--probe',
  'mcp tools': 'files',
  'mcp accept': 'files read_text_file',
  'mcp call': 'files list_allowed_directories',
  'mcp add': 'linear --url https://mcp.linear.app/mcp --token-file linear-token',
  'mcp remove': 'linear',
  'plugins install': './extensions/workchat',
  'plugins list': '',
  'plugins remove': 'workchat',
  'pairing list': 'imbridge',
  'pairing approve': 'imbridge K7QX4MNP',
  'pairing deny': 'imbridge K7QX4MNP',
  'grants list': 'imbridge',
  'grants add': 'imbridge +12025550143',
  access: 'imbridge +12025550143 --conversation cnv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'grants remove': 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'conversations list': '--limit 10',
  'conversations show': 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  'conversations hold': 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d --for 2h',
  'conversations release': 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d --answer',
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
  'db migrate': '',
  'db check': '',
  'db export': 'gatehouse.export',
  'db import': 'gatehouse.export',
  completion: 'fish',
};

/** Shows an example at the end of the help of each command that does something by itself. */
export function addExamples(program: Command): void {
  for (const { path, command } of leavesOf(program, '')) {
    const example = EXAMPLES[path];
    if (example === undefined) continue;
    command.addHelpText('after', `\nExample:\n  ${`${program.name()} ${path} ${example}`.trimEnd()}`);
  }
}

/** The commands without commands below them, and the words that name each. */
export function leavesOf(
  command: Command,
  path: string,
): { readonly path: string; readonly command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trimStart()));
}
