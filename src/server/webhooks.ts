import { Logger } from '@nestjs/common';
import type { Webhook } from '../common/index.js';
import type { GatehouseConfig } from '../config/index.js';
import type { EdgeAdapter } from './edge-adapter.js';

const logger = new Logger('Webhooks');

/**
 * Serves the webhooks that connectors declare, ahead of Express and Nest, because each message of a person brings
 * several calls (ADR 0087). Guards, pipes, interceptors and filters of Nest do not apply to them; the edge does.
 * @param declared asked at the first request, and again after each change of the configuration
 */
export function serveWebhooks(
  adapter: EdgeAdapter,
  config: GatehouseConfig,
  declared: () => readonly Webhook[],
): void {
  let webhooks: ReadonlyMap<string, Webhook> | undefined;
  // Only forgotten here: a connector that is loaded later follows the configuration later, too.
  config.onChange(() => (webhooks = undefined));
  adapter.useEarly((request, response, next) => {
    webhooks ??= byPath(declared());
    const webhook = webhooks.get(pathOf(request.url));
    if (!webhook) next();
    return webhook?.answer(request, response, request.ip ?? '');
  });
}

/** The webhooks of the gateway's own listener; the first one of a path keeps it. */
function byPath(declared: readonly Webhook[]): ReadonlyMap<string, Webhook> {
  const webhooks = new Map<string, Webhook>();
  for (const webhook of declared) {
    if (webhook.listener) continue;
    if (webhooks.has(webhook.path))
      logger.error(`two connectors declare ${webhook.path}: the first one gets it`);
    else webhooks.set(webhook.path, webhook);
  }
  return webhooks;
}

/** The path, not decoded. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
