export { type ImageType, imageTypeOf } from './image-type.js';
