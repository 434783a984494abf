import type { RequestHandler } from 'express';

/** An HTTP adapter that can pass each request to some handlers before its framework sees it (ADR 0066). */
export interface HandlesEarly {
  /** Handlers run in the order of their registration; requests and responses have the framework's methods. */
  useEarly(handler: RequestHandler): void;
}

/** Nest's adapter, which may or may not support early handlers. */
interface Adapter extends Partial<HandlesEarly> {
  use(handler: RequestHandler): unknown;
}

/** Registers a handler before the routes, and before the framework where the adapter can do that. */
export function useEarly(adapter: Adapter, handler: RequestHandler): void {
  if (adapter.useEarly) adapter.useEarly(handler);
  else adapter.use(handler);
}
