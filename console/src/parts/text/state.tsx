export type Tone = 'good' | 'warning' | 'bad' | 'quiet';

/** A state in a word; its colour only repeats it. */
export const State = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span class={`state ${tone}`}>{children}</span>
);
