import { focusResult } from '../page/focus-result.ts';

const patience = 1_000;
/** By then React has shown what came of an answer. */
const framesOfResult = 3;

/** Calls `look` in each frame until it returns true, for a second at most, or until the visitor does something. */
function lookAgain(look: (frame: number) => boolean): void {
  const giveUpAt = performance.now() + patience;
  const ending = new AbortController();
  const { signal } = ending;
  for (const act of ['keydown', 'pointerdown'])
    window.addEventListener(act, () => ending.abort(), { signal, capture: true });
  let frame = 0;
  const next = () => {
    frame += 1;
    if (signal.aborted) return;
    if (look(frame) || performance.now() > giveUpAt) ending.abort();
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

function focusFault(root: ParentNode): boolean {
  const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group takes no focus itself.
  const field = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input, select, button') : wrong;
  field?.focus();
  return wrong !== null;
}

/** Moves the focus to the first invalid field after it is rendered as invalid. */
export function focusFirstFault(root: ParentNode): void {
  lookAgain(() => focusFault(root));
}

/** Whether nothing useful has the focus any more: it is at the start of the page, or on the button that was pressed and is now disabled. */
function isFocusOver(pressed: Element | null): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return activeElement === pressed && pressed.matches(':is(:disabled, [aria-disabled="true"])');
}

/**
 * Leads to the answer of a form that is being sent. If it is refused then the first invalid field gets the focus, each time; else the focus
 * stays, or goes to the words of the result. Whoever goes on typing meanwhile is left alone.
 */
export async function leadToAnswer(form: HTMLElement, answer: Promise<unknown>): Promise<void> {
  const { activeElement: pressed } = document;
  let isTyping = false;
  const typing = new AbortController();
  form.addEventListener('input', () => (isTyping = true), { signal: typing.signal });
  try {
    await answer;
  } finally {
    typing.abort();
  }
  if (isTyping) return;
  lookAgain((frame) => {
    if (!form.isConnected || focusFault(form)) return true;
    return frame === framesOfResult && isFocusOver(pressed) && focusResult(form);
  });
}
