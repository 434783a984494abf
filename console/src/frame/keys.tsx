import { useEffect, useState } from 'preact/hooks';
import { may } from '../api/session.js';
import { Dialog } from '../parts/form/dialog.js';
import { go, hrefOf } from './router.js';
import { SCREENS } from './screens.js';

/** The time in which a second key must follow. */
const SEQUENCE_MS = 1_500;

/** `?` lists the keys; `g` and a letter go to a screen. Keys mean nothing while somebody writes. */
export const Keys = () => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let wentAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      const isSecond = event.timeStamp - wentAt < SEQUENCE_MS;
      wentAt = event.key === 'g' ? event.timeStamp : -Infinity;
      const target = isSecond && SCREENS.find(({ key, role }) => key === event.key && may(role));
      if (target) {
        event.preventDefault();
        go(hrefOf(target.path));
      } else if (event.key === '?') setShown(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
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
