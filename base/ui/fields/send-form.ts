/** Sends what a form or dialog holds, and leads to its answer. */
export function sendForm(form: HTMLElement, send: () => unknown): void {
  const { activeElement: pressed } = document;
  let isTyping = false;
  form.addEventListener('input', () => (isTyping = true), { once: true });
  const answer = Promise.resolve(send());
  // Public pages load this part only when a form is sent.
  import('./focus-fault.ts')
    .then((part) => void part.leadToAnswer(form, answer, { pressed, isTyping: () => isTyping }))
    .catch(() => {});
}
