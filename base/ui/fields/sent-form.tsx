import type { ComponentProps } from 'react';
import { sendForm } from './send-form.ts';

interface SentFormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> {
  /** What happens without a script: nothing, or a request that names nothing in its address and leads back to the page. */
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
        sendForm(event.currentTarget, onSend);
      }}
    />
  );
}
