export { type Decoded, decodeBase64 } from './base64.js';
export { endingOf, safeFileName } from './file-name.js';
export { extensionOf, fileTypeOf, isOggOpus, UNKNOWN_TYPE } from './file-type.js';
export { type ImageType, imageTypeOf } from './image-type.js';
