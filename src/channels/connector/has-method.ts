/** Whether a connector has an optional part, by the method that makes it one. */
export const hasMethod = (connector: object, name: string): boolean =>
  typeof (connector as Record<string, unknown>)[name] === 'function';
