import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, GatehouseError, MethodNotAllowedError, REQUEST_ID_HEADER } from '../common/index.js';

/** Node's codes for a request that it could not read; any other code is not an HTTP error. */
const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'URL and headers are longer than 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
  HPE_INVALID_EOF_STATE: 'the request was not sent completely',
};

/** Answers requests that never reach the application, such as unreadable ones, in the same form as the application. */
export function answerRawErrors(server: Server): void {
  // Switched off, because Node's own refusal has no body; that of `requireHost` has one.
  Object.assign(server, { requireHostHeader: false });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) socket.destroy();
    else refuse(socket, GatehouseError.invalid(DETAILS[error.code ?? ''] ?? 'it is not valid HTTP'));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, new MethodNotAllowedError(['GET', 'POST']));
  });
  // An unknown expectation is no reason to refuse the request (RFC 9110 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}

/** Whether an answer has begun: a second one in the middle of it would only confuse. */
function hasAnswered(socket: Duplex): boolean {
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse };
  return current?.headersSent === true;
}

function refuse(socket: Duplex, error: GatehouseError): void {
  const body = JSON.stringify(errorBody(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    `${REQUEST_ID_HEADER}: ${randomUUID()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(error instanceof MethodNotAllowedError ? [`Allow: ${error.allowed.join(', ')}`] : []),
    'Connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
