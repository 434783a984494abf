import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noSpreadLiteral } from './scripts/lint/no-spread-literal.mjs';

/** Of functions and methods: a reader of a call cannot tell a fifth argument from a sixth. Constructors are called by Nest. */
const TOO_MANY_PARAMETERS = [
  'FunctionDeclaration[params.length>4]',
  'ArrowFunctionExpression[params.length>4]',
  'MethodDefinition[kind!="constructor"] > FunctionExpression[params.length>4]',
].map((selector) => ({ selector, message: 'Too many parameters: use one options object.' }));

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'release/', 'node_modules/', 'coverage/', '**/*.generated.d.ts'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    plugins: { gatehouse: { rules: { 'no-spread-literal': noSpreadLiteral } } },
    rules: { 'gatehouse/no-spread-literal': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Nest modules and decorated classes are often empty on purpose.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/require-await': 'off',
      // Nest takes plain objects where its types name classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowInGenericTypeArguments: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...TOO_MANY_PARAMETERS],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read only in src/config.' },
      ],
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    languageOptions: {
      parserOptions: { project: './console/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Handlers of events are short, and nobody reads what they return.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'A text is a text: the page makes no markup of it (ADR 0099).',
        })),
      ],
    },
  },
  {
    files: [
      'src/config/**/*.ts',
      // Read by tests only, which hand it to Jest's workers.
      'simulators/common/time-limit.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'scripts/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // expect.any() and response bodies are any by nature.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    ignores: ['test/support/programs.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['child_process', 'node:child_process'].map((name) => ({
            name,
            message: 'Start a program by test/support/programs, which gives it an environment of its own.',
            allowTypeImports: true,
          })),
        },
      ],
      'no-restricted-syntax': [
        'error',
        ...[
          'SpreadElement > MemberExpression[object.name="process"][property.name="env"]',
          'Property[key.name="env"] > MemberExpression.value[object.name="process"][property.name="env"]',
          'NewExpression[callee.name="Worker"]:not(:has(Property[key.name="env"]))',
        ].map((selector) => ({
          selector,
          message: 'A program gets an environment of its own: environment() of test/support/programs.',
        })),
        ...TOO_MANY_PARAMETERS,
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortSignal',
          'Buffer',
          'URL',
          'clearInterval',
          'clearTimeout',
          'console',
          'fetch',
          'performance',
          'process',
          'setInterval',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
