import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { firstFailure, maximumLength, required } from '#base/text/form-rules.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { longestCategoryName } from '../product-rules.ts';
import classes from './admin-categories-screen.module.css';

/** Adds a category at the end. */
export function NewCategory({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { isBusy, failure, act, forget } = useAction();

  const add = async () => {
    const wrong = firstFailure(name, [required, maximumLength(longestCategoryName)]);
    setFault(wrong);
    if (wrong !== null) return;
    await act(async () => {
      await call('POST Product/CreateCategory', { body: { name: name.trim() } });
      setName('');
      await onAdded();
    });
  };

  return (
    <SentForm className={classes.add} onSend={add}>
      <Field
        label={<Trans>Новая категория</Trans>}
        autoComplete="off"
        value={name}
        error={fault ?? failure?.message}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
          forget();
        }}
      />
      <button {...withKeptFocus({ disabled: isBusy })} type="submit" className={classes.submit}>
        <Trans>Добавить</Trans>
      </button>
    </SentForm>
  );
}
