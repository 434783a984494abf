/** Error codes of the system, TLS and the HTTP client for a connection that was not made. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|CERT_.*|DEPTH_.*|ERR_SSL_.*|ERR_TLS_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

/** Whether an error of the HTTP client says that no connection was made, so that nothing was sent. */
export function isNotConnected(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
  // The network may also fail below a connection that carries the request.
  if (syscall === 'read' || syscall === 'write') return false;
  return syscall === 'connect' || (typeof code === 'string' && NOT_CONNECTED.test(code));
}
