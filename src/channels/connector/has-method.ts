/** Whether a connector implements an optional part, which its method identifies. */
export const hasMethod = (connector: object, name: string): boolean =>
  typeof (connector as Record<string, unknown>)[name] === 'function';
