import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
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
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
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
    </dialog>
  );
};
