import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Announcements } from '../text/announce.js';
import { Icon } from '../text/icon.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog of the browser, which keeps the focus inside and gives it back. It is open while it is rendered. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Not after the next picture: keys that are pressed until then would act on what is behind it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    // Once it is out of the page: until then nothing outside it takes the focus.
    return () => queueMicrotask(() => before instanceof HTMLElement && before.focus());
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon-button" title="Close" onClick={() => ref.current?.close()}>
          <Icon name="close" />
          <span class="hidden">Close</span>
        </button>
      </header>
      {children}
      <Announcements />
    </dialog>
  );
};
