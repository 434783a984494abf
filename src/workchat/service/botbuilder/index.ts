export { BotbuilderAdapter } from './botbuilder-adapter.js';
