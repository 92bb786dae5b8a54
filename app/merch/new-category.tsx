import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { firstFailure, maximumLength, required } from '#base/form-rules.ts';
import { Field } from '#base/ui/field.tsx';
import { focusFirstFault } from '#base/ui/focus-fault.ts';
import classes from './admin-categories-screen.module.css';
import { longestCategoryName } from './product-rules.ts';

/** Adds a category at the end. */
export function NewCategory({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const add = async (form: HTMLFormElement) => {
    const wrong = firstFailure(name, [required, maximumLength(longestCategoryName)]);
    setFault(wrong);
    if (wrong !== null) return focusFirstFault(form);
    setBusy(true);
    try {
      await call('POST Product/CreateCategory', { body: { name: name.trim() } });
      setName('');
      await onAdded();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
      focusFirstFault(form);
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        void add(event.currentTarget);
      }}
    >
      <Field
        label={<Trans>Новая категория</Trans>}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
        }}
      />
      <button type="submit" className={classes.submit} disabled={isBusy}>
        <Trans>Добавить</Trans>
      </button>
    </form>
  );
}
