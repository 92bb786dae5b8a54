import type { ComponentProps } from 'react';
import { sendForm } from './send-form.ts';

interface SentFormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> {
  /** Checks and sends the form; resolves once it is answered. */
  readonly onSend: () => unknown;
}

/** A form that is checked by our own rules instead of the browser's, with the focus where its answer is. Without scripts it does nothing. */
export function SentForm({ onSend, ...form }: SentFormProps) {
  return (
    <form
      {...form}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sendForm(event.currentTarget, onSend);
      }}
    />
  );
}
