export { teardown as default } from './global-install.mjs';
