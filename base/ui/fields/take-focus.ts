/** The `ref` of what stands where the button that was pressed stood: without it the focus would be lost. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
