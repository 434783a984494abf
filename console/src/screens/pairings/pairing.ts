import type { Schemas } from '../../api/client.js';

export type Pairing = Schemas['PairingDto'];

export const nameOf = ({ sender_name, sender_id }: Pairing): string => sender_name ?? sender_id;
