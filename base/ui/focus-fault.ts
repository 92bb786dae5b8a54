const patience = 1_000;

/** Puts the focus on the first field that is marked as wrong, as soon as the mark is drawn. */
export function focusFirstFault(root: ParentNode): void {
  const giveUpAt = performance.now() + patience;
  const look = () => {
    const field = root.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field !== null) field.focus();
    else if (performance.now() < giveUpAt) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
