import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Barrels, createTransformer } from './past-barrels.js';

const FILES = {
  'bills/index.ts': [
    '// What others may use.',
    "export { Bill, type Line, total as sum } from './bill.js';",
    "export type { Payer } from './payer.js';",
    "export * as rows from './rows.js';",
    "export * from './words.js';",
    "export {\n  // From another module.\n  Clock,\n} from '../time/index.js';",
    "export const printer = () => import('./printer.js');",
  ].join('\n'),
  'bills/bill.ts': 'export class Bill {}\nexport const total = 1;\n',
  'bills/payer.ts': '',
  'bills/rows.ts': '',
  'bills/words.ts':
    'export abstract class Words {}\nexport interface Tone {}\nconst a = 1;\nexport { a as first };\n',
  'time/index.ts': "export * from './parts/index.js';\n",
  'time/parts/index.ts': "export { SystemClock as Clock } from './clock.js';\n",
  'time/parts/clock.ts': 'export class SystemClock {}\n',
  'doors/index.ts': "import { open } from './open.js';\nexport { open } from './open.js';\nopen();\n",
  'doors/open.ts': 'export const open = () => undefined;\n',
};

describe('an import from a barrel', () => {
  let folder: string;
  const write = (name: string, content: string) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-barrels-'));
    for (const [name, content] of Object.entries(FILES)) write(name, content);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const passed = (code: string, importer = 'shop/till.ts') =>
    new Barrels().passed(code, join(folder, importer));

  it.each([
    ["import { Bill } from '../bills/index.js';", "import { Bill } from '../bills/bill.js';"],
    ["import { sum } from '../bills/index.js';", "import { total as sum } from '../bills/bill.js';"],
    ["import { sum as all } from '../bills/index.js';", "import { total as all } from '../bills/bill.js';"],
    ["import { rows as r } from '../bills/index.js';", "import * as r from '../bills/rows.js';"],
    ["import { Words } from '../bills/index.js';", "import { Words } from '../bills/words.js';"],
    ["import { first } from '../bills/index.js';", "import { first } from '../bills/words.js';"],
    [
      "import { Clock } from '../bills/index.js';",
      "import { SystemClock as Clock } from '../time/parts/clock.js';",
    ],
    ["export { Bill as B } from '../bills/index.js';", "export { Bill as B } from '../bills/bill.js';"],
    [
      "import { Bill, printer } from '../bills/index.js';",
      "import { Bill } from '../bills/bill.js'; import { printer } from '../bills/index.js';",
    ],
  ])('loads the file that declares the name: %s', (before, after) => {
    expect(passed(`${before}\nnext();`)).toBe(`${after}\nnext();`);
  });

  it('of the own module loads the file beside', () => {
    expect(passed("import { Bill } from './index.js';", 'bills/till.ts')).toBe(
      "import { Bill } from './bill.js';",
    );
  });

  it.each([
    ['of all its names', "import * as bills from '../bills/index.js';"],
    ['for its effects', "import '../bills/index.js';"],
    ['when it is needed', "const bills = await import('../bills/index.js');"],
    ['of a name that it does not have', "import { Line } from '../bills/index.js';"],
    ['that has code of its own', "import { open } from '../doors/index.js';"],
    ['that is not there', "import { Bill } from '../none/index.js';"],
    ['that is a file of another name', "import { Bill } from '../bills/bill.js';"],
  ])('stays as it is %s', (_kind, code) => {
    expect(passed(code)).toBe(code);
  });

  it('is refused where the barrel is mocked, because no import would load the mock', () => {
    expect(() => passed("jest.unstable_mockModule('../bills/index.js', () => ({}));")).toThrow(
      'till.ts mocks ../bills/index.js',
    );
  });

  it('has another digest when a name comes from elsewhere, also through `export *`', () => {
    const barrels = Object.keys(FILES).filter((each) => each.endsWith('/index.ts'));
    const digest = () => new Barrels().digest(barrels.map((each) => join(folder, each)));
    const before = digest();
    write('bills/bill.ts', 'export class Bill { readonly paid = true; }\nexport const total = 2;\n');
    expect(digest()).toBe(before);
    write('time/parts/index.ts', "export { SystemClock as Clock } from './other-clock.js';\n");
    write('time/parts/other-clock.ts', 'export class SystemClock {}\n');
    const moved = digest();
    expect(moved).not.toBe(before);
    write('bills/words.ts', 'export class OtherWords {}\n');
    expect(digest()).not.toBe(moved);
  });
});

describe('the transformer', () => {
  it('loads no barrel of ours for a name, keeps the lines, and puts the barrels into the key of its cache', () => {
    const transformer = createTransformer({
      jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    const source =
      "import { type Clock, SystemClock } from '../common/index.js';\nexport const c: Clock = new SystemClock();\n";
    const file = resolve('src/usage/some.ts');
    const options = {
      supportsStaticESM: true,
      config: {},
      configString: '',
      instrument: false,
      cacheFS: new Map(),
    } as unknown as Parameters<NonNullable<typeof transformer.process>>[2];
    const { code } = transformer.process!(source, file, options);
    expect(code.split('\n').slice(0, 2)).toEqual([
      "import { SystemClock } from '../common/time/clock.js';",
      'export const c = new SystemClock();',
    ]);
    expect(transformer.getCacheKey!(source, file, options)).toMatch(/-[0-9a-f]{16}$/);
  });
});
