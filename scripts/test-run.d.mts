export function runFor(args: readonly string[]): {
  readonly run: 'all' | 'quick' | 'rest' | 'night';
  readonly args: readonly string[];
};
