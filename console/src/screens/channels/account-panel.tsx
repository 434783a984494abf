import type { Schemas } from '../../api/client.js';
import { Health } from '../../parts/text/health.js';
import { Remedy, Words } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Account = Schemas['AccountDto'];

interface Props {
  readonly account: Account;
  /** The answer of its service, once it was asked. */
  readonly probe: NonNullable<Account['probe']> | undefined;
}

export const AccountPanel = ({ account, probe }: Props) => (
  <>
    <h3>
      {account.account} <Health account={account} />{' '}
      <span class="faint">
        <Time at={account.since} />
      </span>
    </h3>
    {account.last_error !== null && account.health !== 'connected' && (
      <p>
        <Words text={account.last_error} />
      </p>
    )}
    {account.remedy !== null && (
      <p>
        What to do: <Remedy text={account.remedy} />
      </p>
    )}
    <dl class="facts">
      <div>
        <dt>Direct messages</dt>
        <dd>{account.dm_policy}</dd>
      </div>
      <div>
        <dt>Groups</dt>
        <dd>{account.group_policy}</dd>
      </div>
      <div>
        <dt>Texts</dt>
        <dd>
          {account.capabilities.text.format}, up to {account.capabilities.text.max_chars} characters
        </dd>
      </div>
      {probe && <Facts facts={probe} />}
    </dl>
    <details>
      <summary>Capabilities</summary>
      <dl class="facts">
        <Facts facts={account.capabilities.features} />
      </dl>
    </details>
  </>
);

const Facts = ({ facts }: { readonly facts: Readonly<Record<string, string | number | boolean | null>> }) => (
  <>
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null ? 'unknown' : String(value)}</dd>
      </div>
    ))}
  </>
);
