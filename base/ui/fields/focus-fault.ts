const patience = 1_000;

/** Moves the focus to the first invalid field after it is rendered as invalid. */
export function focusFirstFault(root: ParentNode): void {
  const giveUpAt = performance.now() + patience;
  const look = () => {
    const field = root.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field !== null) field.focus();
    else if (performance.now() < giveUpAt) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
