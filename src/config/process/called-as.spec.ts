import { join } from 'node:path';
import { calledAs } from './called-as.js';

it.each([
  ['/usr/local/bin/gatehouse', {}, 'gatehouse'],
  [undefined, {}, 'gatehouse'],
  [join(process.cwd(), 'dist/cli.js'), {}, 'node dist/cli.js'],
  [join(process.cwd(), 'dist/cli.js'), { npm_lifecycle_event: 'gatehouse' }, 'npm run -s gatehouse --'],
  ['/usr/local/bin/gatehouse', { npm_lifecycle_event: 'test' }, 'gatehouse'],
])('the file %s with %j was called as %s', (file, env, expected) => {
  expect(calledAs(file, env)).toBe(expected);
});
