export { teardown as default } from './global-sqlite.mjs';
