import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ScreenProps {
  readonly title: string;
  /** Beside the title: filters and buttons. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A screen. Its heading takes the focus when someone comes here, so that a screen reader says where they are. */
export const Screen = ({ title, tools, children }: ScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // Not after the next picture: by then someone may have gone into a field, and would write into nothing.
  useLayoutEffect(() => {
    document.title = `${title} · Gatehouse`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <header class="screen-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {tools !== undefined && <div class="tools">{tools}</div>}
      </header>
      {children}
    </>
  );
};
