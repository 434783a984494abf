/** A request of Swagger UI, as its interceptors see it. */
interface UiRequest {
  userFetch?: typeof fetch;
}

/**
 * Ends a stream of events after five seconds, because Swagger UI shows an answer only when it has all of it. Its page
 * gets the text of this function, so the function uses nothing around it, and nothing in it has a name that the bundler
 * would keep.
 */
export function endsStreams(request: UiRequest): UiRequest {
  const send = request.userFetch ?? fetch;
  request.userFetch = async (...sent) => {
    const answer = await send(...sent);
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || !answer.body) return answer;
    const reader = answer.body.getReader();
    setTimeout(() => void reader.cancel(), 5_000);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read())
      parts.push(part.value as Uint8Array<ArrayBuffer>);
    return new Response(new Blob(parts), answer);
  };
  return request;
}
