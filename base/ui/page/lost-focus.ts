import { useEffect } from 'react';
import { focusResult, focusText } from './focus-result.ts';

interface Held {
  readonly element: HTMLElement;
  /** The elements around it, the innermost first. */
  readonly around: readonly Element[];
  readonly path: string;
}

function aroundOf(element: Element): Element[] {
  const around: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) around.push(one);
  return around;
}

const frames = 'main, section, article, form, fieldset, dialog, [role="dialog"]';

/** Moves the focus to what is left nearest to an element that is gone: the words of the result, or else a heading. */
function focusNearby({ around }: Held): void {
  for (const one of around) {
    if (!one.isConnected || one.closest('main, dialog, [role="dialog"]') === null) continue;
    if (focusResult(one)) return;
    const headings = one.matches(frames) ? [...one.querySelectorAll<HTMLElement>('h1, h2, h3, legend')] : [];
    // That of a dialog which is closed takes no focus.
    const heading = headings.find((text) => text.checkVisibility());
    if (heading !== undefined) {
      focusText(heading);
      return;
    }
  }
}

function keepFocus(signal: AbortSignal): void {
  let held: Held | null = null;
  let isLeft = false;
  let isDue = false;

  const look = () => {
    isDue = false;
    if (held === null || document.activeElement !== document.body || held.path !== location.pathname) return;
    if (!held.element.isConnected) focusNearby(held);
    else if (!isLeft && !held.element.matches(':disabled')) held.element.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    if (isDue || held === null || document.activeElement !== document.body) return;
    isDue = true;
    // The screen itself may know a better place: its effects come first.
    requestAnimationFrame(() => requestAnimationFrame(look));
  });

  const options = { signal, capture: true };
  document.addEventListener(
    'focusin',
    ({ target }) => {
      isLeft = false;
      held =
        target instanceof HTMLElement ? { element: target, around: aroundOf(target), path: location.pathname } : null;
    },
    options,
  );
  document.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      isLeft = relatedTarget === null && held?.element.matches(':disabled') === false;
    },
    options,
  );
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      // A press on what has the focus already moves none.
      if (!(target instanceof Node && held?.element.contains(target))) held = null;
    },
    options,
  );
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  signal.addEventListener('abort', () => changes.disconnect());
}

/**
 * Keeps the focus from falling to the start of the page when the element that has it is disabled for a while or removed, as a button by the
 * save that it caused. Whoever leaves an element or goes to another view is left alone.
 */
export function useLostFocus(): void {
  useEffect(() => {
    const ending = new AbortController();
    keepFocus(ending.signal);
    return () => ending.abort();
  }, []);
}
