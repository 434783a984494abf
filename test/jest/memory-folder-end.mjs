export { teardown as default } from './memory-folder.mjs';
