import type { RequestHandler } from 'express';

/** An HTTP adapter that passes each request to some handlers before its framework (ADR 0066). */
export interface HandlesEarly {
  /** In the order of their registration; requests and responses have the framework's methods. */
  useEarly(handler: RequestHandler): void;
}

/** An adapter of Nest, with or without such handlers. */
interface Adapter extends Partial<HandlesEarly> {
  use(handler: RequestHandler): unknown;
}

/** Registers a handler before the routes, and before the framework where the adapter can do that. */
export function useEarly(adapter: Adapter, handler: RequestHandler): void {
  if (adapter.useEarly) adapter.useEarly(handler);
  else adapter.use(handler);
}
