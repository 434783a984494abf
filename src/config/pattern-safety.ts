/** TEMP */
export function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'i');
    return undefined;
  } catch {
    return 'a valid regular expression';
  }
}
export function compilePattern(pattern: string): RegExp {
  return new RegExp(pattern, 'i');
}
