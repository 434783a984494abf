import { processRoleIn } from './role.js';

it.each([
  [[], 'all'],
  [['--role', 'all'], 'all'],
  [['--role', 'web'], 'web'],
  [['--role=worker'], 'worker'],
  [['--role', 'boss'], undefined],
  [['--role'], undefined],
  [['--rolle', 'web'], undefined],
  [['web'], undefined],
])('%j is the role %s', (args, role) => {
  expect(processRoleIn(args)).toBe(role);
});
