export { teardown as default } from './global-postgres.mjs';
