export { DataApiModule } from './data-api.module.js';
