interface Tab {
  readonly href: string;
  readonly text: string;
  readonly isHere: boolean;
}

/** The parts of a screen, each with an address of its own. */
export const Tabs = ({ tabs }: { readonly tabs: readonly Tab[] }) => (
  <ul class="tabs" aria-label="Parts">
    {tabs.map(({ href, text, isHere }) => (
      <li key={href}>
        <a href={href} aria-current={isHere ? 'true' : undefined}>
          {text}
        </a>
      </li>
    ))}
  </ul>
);
