import type { Schemas } from '../../api/client.js';
import { State, type Tone } from './state.js';

type Account = Schemas['AccountStateDto'];

const TONES: Readonly<Record<Account['health'], Tone>> = {
  connected: 'good',
  degraded: 'warning',
  down: 'bad',
};

/** The state of an account; its colour says in how far messages go in and out. */
export const Health = ({ account: { status, health } }: { readonly account: Account }) => (
  <State tone={TONES[health]}>{status}</State>
);
