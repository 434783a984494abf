import { RuntimeFailure } from '../runtime.js';

/** A token comes in some 300 bytes of JSON: more than the longest answer models give. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** Bytes read of a refusal's body: its status says enough. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/**
 * `fetch` for calls of models: follows no redirect, which would take the key and the prompt elsewhere, and reads no
 * endless body, counted as unpacked. A redirect is answered with its status.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { ok, status, headers, body } = response;
  if (!body) return response;
  const bounded = body.pipeThrough(ok ? atMost(MAX_ANSWER_BYTES) : firstOf(MAX_REFUSAL_BYTES));
  return new Response(bounded, { status, headers });
};

/** Fails when more comes. */
function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left >= 0) controller.enqueue(chunk);
      else controller.error(new RuntimeFailure(`the model's answer is larger than ${bytes} bytes`, false));
    },
  });
}

/** Ends there, and hangs up when more comes. */
function firstOf(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
}
