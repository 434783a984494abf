export { WORKCHAT_CONFIG } from './workchat.config.js';
