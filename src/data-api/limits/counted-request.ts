import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../access-control/index.js';
import type { WindowState } from './tightest.js';

/** The windows in which limits count, by their names. */
export const PERIODS = ['minute', 'hour', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** A request of an API key once it has been counted. */
export interface CountedRequest extends AuthenticatedRequest {
  windows?: Readonly<Record<Period, WindowState>>;
}

/** How the windows of the calling key stand, this request included; only on routes with @RequiresKey. */
export const CurrentWindows = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { windows } = context.switchToHttp().getRequest<CountedRequest>();
  if (!windows) throw new Error('CurrentWindows on a route whose requests are not counted');
  return windows;
});
