/** Whether a field of a form keeps a text that means nothing, as the 31st of February: what is sent would be without it. */
export const hasWrongText = (form: Element | null | undefined): boolean =>
  form != null && form.querySelector('[data-wrong]') !== null;
