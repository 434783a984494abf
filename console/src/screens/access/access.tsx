import { may } from '../../api/session.js';
import { hrefOf, type ScreenProps } from '../../frame/router.js';
import { Screen } from '../../parts/screen.js';
import { Tabs } from '../../parts/list/tabs.js';
import { Grants } from './grants.js';
import { Tokens } from './tokens.js';
import { Verdict } from './verdict.js';

const isTokens = (part: string | undefined): boolean => part === 'tokens' && may('owner');

/** Who is let in, who may administer, and what a message of somebody would get. */
export default function Access({ place: { rest } }: ScreenProps) {
  const [part] = rest;
  const tabs = [
    { href: hrefOf('access'), text: 'Grants', isHere: part !== 'check' && !isTokens(part) },
    { href: hrefOf('access/check'), text: 'Check', isHere: part === 'check' },
    ...(may('owner') ? [{ href: hrefOf('access/tokens'), text: 'Tokens', isHere: isTokens(part) }] : []),
  ];
  return (
    <Screen title="Access" tools={<Tabs tabs={tabs} />}>
      {part === 'check' ? <Verdict /> : isTokens(part) ? <Tokens /> : <Grants />}
    </Screen>
  );
}
