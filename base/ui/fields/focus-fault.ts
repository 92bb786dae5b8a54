import { focusResult } from '../page/focus-result.ts';

const patience = 1_000;
const invalid = '[aria-invalid="true"]';
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
  const wrong = root.querySelector<HTMLElement>(invalid);
  // A group takes no focus itself: what is wrong in it does, or else its first field.
  const field = wrong?.matches('fieldset')
    ? (wrong.querySelector<HTMLElement>(invalid) ?? wrong.querySelector<HTMLElement>('input, select, button'))
    : wrong;
  field?.focus();
  // Behind a dialog that is still closing it takes no focus yet.
  return field !== null && field !== undefined && document.activeElement === field;
}

/** Moves the focus to the first invalid field after it is rendered as invalid. */
export function focusFirstFault(root: ParentNode): void {
  lookAgain(() => focusFault(root));
}

interface Sending {
  /** What had the focus when the form was sent. */
  readonly pressed: Element | null;
  /** Whether something was typed into the form since then. */
  readonly isTyping: () => boolean;
}

/** Whether the focus is at the start of the page, or still where it was when the form was sent. */
const isFocusLeft = ({ pressed }: Sending, { activeElement } = document): boolean =>
  activeElement === null || activeElement === document.body || activeElement === pressed;

/** Whether nothing useful has the focus any more: it is at the start of the page, or on the button that was pressed and is now disabled. */
const isFocusOver = (sending: Sending): boolean =>
  isFocusLeft(sending) &&
  (document.activeElement !== sending.pressed ||
    sending.pressed?.matches(':is(:disabled, [aria-disabled="true"])') === true);

/**
 * Leads to the answer of a form that was sent. If it is refused then the first invalid field gets the focus, each time; else the focus stays,
 * or goes to the words of the result. Whoever went on typing, or to another field, is left alone.
 */
export async function leadToAnswer(form: HTMLElement, answer: Promise<unknown>, sending: Sending): Promise<void> {
  const { parentElement } = form;
  await answer;
  if (sending.isTyping() || !isFocusLeft(sending)) return;
  lookAgain((frame) => {
    // What came of it may have taken the form's place.
    const place = form.isConnected ? form : parentElement;
    if (place === null || !place.isConnected || focusFault(place)) return true;
    return frame === framesOfResult && isFocusOver(sending) && focusResult(place);
  });
}
