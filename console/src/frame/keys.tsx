import { useLayoutEffect, useState } from 'preact/hooks';
import { may } from '../api/session.js';
import { Dialog } from '../parts/form/dialog.js';
import { go, hrefOf } from './router.js';
import { SCREENS } from './screens.js';

/**
 * `?` lists the keys; `g` and a letter go to a screen. Keys mean nothing while someone writes. After `g` there is no hurry:
 * it stands until another key, or until the mouse is used.
 */
export const Keys = () => {
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    let isGoing = false;
    const stay = () => (isGoing = false);
    const press = (event: KeyboardEvent) => {
      if (event.repeat) return;
      const isSecond = isGoing;
      stay();
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      isGoing = event.key === 'g' && !isSecond;
      const target = isSecond && SCREENS.find(({ key, role }) => key === event.key && may(role));
      if (target) {
        event.preventDefault();
        go(hrefOf(target.path));
      } else if (event.key === '?') setShown(true);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('pointerdown', stay);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', stay);
    };
  }, []);
  if (!isShown) return null;
  return (
    <Dialog title="Keys" onClose={() => setShown(false)}>
      <dl class="facts">
        {SCREENS.filter(({ role }) => may(role)).map(({ key, title }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>This list</dd>
        </div>
      </dl>
    </Dialog>
  );
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
