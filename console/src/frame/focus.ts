/** An element around the one with the focus, and where in it that is. */
interface Step {
  readonly around: Element;
  readonly at: number;
}

let focused: Element | undefined;
/** From the nearest element to the outermost. */
let steps: readonly Step[] = [];

const NATIVE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Where something with the focus is taken out of the page, as the row of a decided request is, the focus moves to what has
 * taken its place. Left to the browser it would be lost, and who works by keys would be at the top again.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    // A dialog gives it back by itself.
    if (target instanceof Element && !target.closest('dialog')) remember(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // An element that is still there was left on purpose, by a press beside it: the focus stays away.
    if (relatedTarget === null) queueMicrotask(() => target === focused && isThere() && forget());
  });
  new MutationObserver(goOn).observe(document.body, { childList: true, subtree: true });
}

const isThere = (): boolean => focused?.isConnected === true;

function remember(element: Element): void {
  focused = element;
  const found: Step[] = [];
  for (let each = element; each.parentElement && each !== document.body; each = each.parentElement)
    found.push({ around: each.parentElement, at: [...each.parentElement.children].indexOf(each) });
  steps = found;
}

function forget(): void {
  focused = undefined;
  steps = [];
}

function goOn(): void {
  if (!focused) return;
  if (isThere()) {
    remember(focused);
    return;
  }
  // Something else has it; a dialog, which gives it back to nothing, closes later.
  if (document.activeElement !== document.body) return;
  const step = steps.find(({ around }) => around.isConnected);
  forget();
  if (step) focus(step.around.children[Math.min(step.at, step.around.children.length - 1)] ?? step.around);
}

/** A row as a whole: on its first button a key that is still held would act again. */
function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches(NATIVE)) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus();
}
