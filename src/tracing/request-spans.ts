import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_PATH, REQUEST_ID_HEADER, type Tracer } from '../common/index.js';
import type { Span } from './spans/span.js';
import type { SpanSource } from './spans/span-source.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Express notes which route has taken a request. */
interface RoutedRequest extends IncomingMessage {
  readonly route?: { readonly path?: unknown };
}

/** Makes the spans of requests to the APIs. A path may name a conversation, and that an address: only the route is told. */
export const requestHandler =
  (spans: SpanSource): Tracer['request'] =>
  (request, response, next) => {
    if (!API_PATH.test(request.url ?? '')) {
      next();
      return;
    }
    const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : '_OTHER';
    const parent = spans.contextOfCaller(headerOf(request));
    const attributes = { 'http.request.method': method };
    const span = spans.begin({ name: method, kind: 'server', parent, attributes });
    response.once('close', () => end(span, method, request, response));
    spans.within(span, next);
  };

function end(span: Span, method: string, request: RoutedRequest, response: ServerResponse): void {
  const { statusCode: status } = response;
  const path = request.route?.path;
  const route = typeof path === 'string' ? path : undefined;
  if (route !== undefined) span.rename(`${method} ${route}`);
  const requestId = response.getHeader(REQUEST_ID_HEADER);
  span.tell({
    'http.route': route,
    'http.response.status_code': status,
    'gatehouse.request.id': typeof requestId === 'string' ? requestId : undefined,
  });
  if (status >= 500) span.fail(String(status));
  span.end();
}

/** One header; several are none. */
function headerOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}
