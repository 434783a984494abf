import { may } from '../../api/session.js';
import { hrefOf, type ScreenProps } from '../../frame/router.js';
import { Screen } from '../../parts/screen.js';
import { Tabs } from '../../parts/list/tabs.js';
import { Grants } from './grants.js';
import { Policies } from './policies.js';
import { Tokens } from './tokens.js';
import { Verdict } from './verdict.js';

/** The parts, and what only an owner may see; the first is the one without an address of its own. */
const PARTS = [
  { path: '', text: 'Grants', role: 'viewer', Shown: Grants },
  { path: 'check', text: 'Check', role: 'viewer', Shown: Verdict },
  { path: 'policies', text: 'Policies', role: 'owner', Shown: Policies },
  { path: 'tokens', text: 'Tokens', role: 'owner', Shown: Tokens },
] as const;

/** Grants, admin tokens, and what a message of someone would get. */
export default function Access({ place: { rest } }: ScreenProps) {
  const parts = PARTS.filter(({ role }) => may(role));
  const here = parts.find(({ path }) => path === rest[0]) ?? PARTS[0];
  const tabs = parts.map(({ path, text }) => ({
    href: hrefOf(path === '' ? 'access' : `access/${path}`),
    text,
    isHere: path === here.path,
  }));
  return (
    <Screen title="Access" tools={<Tabs tabs={tabs} />}>
      <here.Shown />
    </Screen>
  );
}
