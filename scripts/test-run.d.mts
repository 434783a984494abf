export function runFor(args: readonly string[]): {
  readonly run: 'all' | 'quick' | 'rest';
  readonly args: readonly string[];
};
