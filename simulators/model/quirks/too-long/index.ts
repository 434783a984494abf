import { BY_OWN_WIRES } from './own-wires.js';
import { OF_SERVERS } from './servers.js';
import { OF_VENDORS } from './vendors.js';

/** How every server that is known says that a request is longer than it takes. */
export const TOO_LONG = [...OF_SERVERS, ...OF_VENDORS, ...BY_OWN_WIRES];
