/** Whether the bytes begin with this signature: each character is a byte, `?` any byte. */
export const beginsWith = (bytes: Uint8Array, signature: string): boolean =>
  Array.from(signature).every((char, index) =>
    char === '?' ? index < bytes.length : char.charCodeAt(0) === bytes[index],
  );
