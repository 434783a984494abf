import { openPage } from './browser.js';

const URL = 'http://127.0.0.1:3000/console/#code=c0de';

it.each([
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['darwin', {}, 'open'],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '192.168.1.5 1 192.168.1.10 22' }, undefined],
  ['darwin', { SSH_TTY: '/dev/ttys001' }, undefined],
  ['win32', { DISPLAY: ':0' }, undefined],
] as const)('opens a page on a desktop only: %s with %j by %s', (platform, variables, program) => {
  const run: (readonly [string, readonly string[]])[] = [];
  const values: Readonly<Record<string, string>> = variables;
  const environment = { variable: (name: string) => ({ value: values[name], problems: [] }) };
  const isOpen = openPage(URL, { environment, platform, run: (...call) => run.push(call) });
  expect([isOpen, run]).toEqual([program !== undefined, program === undefined ? [] : [[program, [URL]]]]);
});
