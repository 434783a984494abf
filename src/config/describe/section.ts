/** One area of the configuration: its path in the file and the class that documents and checks it. */
export interface ConfigSection<T extends object> {
  /** Dotted path, e.g. `channels.imbridge`. */
  readonly path: string;
  /** Its property initialisers are the defaults; every property carries `@Setting` or one of the `@Nested…`. */
  readonly type: new () => T;
}

/** Declares a section; the owner of the class exports the result, the application registers it. */
export function section<T extends object>(path: string, type: new () => T): ConfigSection<T> {
  return { path, type };
}
