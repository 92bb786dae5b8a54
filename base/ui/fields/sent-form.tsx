import type { ComponentProps } from 'react';

interface SentFormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> {
  /** What happens without a script: nothing, or a request that names nothing in its address. */
  readonly method?: 'dialog' | 'post';
  /** Checks and sends the form; resolves once it is answered. */
  readonly onSend: () => unknown;
}

/** A form that is checked by our own rules instead of the browser's, with the focus where its answer is. */
export function SentForm({ onSend, ...form }: SentFormProps) {
  return (
    <form
      method="dialog"
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        const answer = Promise.resolve(onSend());
        // Public pages load this part only when a form is sent.
        import('./focus-fault.ts').then((part) => void part.leadToAnswer(currentTarget, answer)).catch(() => {});
      }}
    />
  );
}
