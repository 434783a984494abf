export { startTraces, type Traces } from './traces.js';
