/** Whether the bytes begin so: a character of the signature is a byte, `?` any byte. */
export const beginsWith = (bytes: Uint8Array, signature: string): boolean =>
  Array.from(signature).every((char, index) =>
    char === '?' ? index < bytes.length : char.charCodeAt(0) === bytes[index],
  );
