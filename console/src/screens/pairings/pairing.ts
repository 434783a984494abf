import type { Schemas } from '../../api/client.js';
import { nameInText } from '../../parts/text/name-in-text.js';

export type Pairing = Schemas['PairingDto'];

/** For a text without elements. */
export const askerOf = ({ sender_name, sender_id }: Pairing): string => nameInText(sender_name ?? sender_id);
