/** Whether a connector implements an optional part, which is identified by its method. */
export const hasMethod = (connector: object, name: string): boolean =>
  typeof (connector as Record<string, unknown>)[name] === 'function';
