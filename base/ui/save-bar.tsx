import { Trans } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { focusFirstFault } from './focus-fault.ts';
import { ActionButton } from './link-button.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  /** Why it could not be saved; empty: the faults stand at their fields. Null: nothing is wrong. */
  readonly fault: string | null;
  /** Where somebody else has saved in between: shows what. */
  readonly onReload?: (() => void) | undefined;
  /** What is said of what has just been saved; null: nothing has. */
  readonly saved: ReactNode;
  readonly unsaved?: ReactNode;
  /** What the button that saves is called. */
  readonly save?: ReactNode;
  readonly onForget: () => void;
  readonly onSave: () => void;
}

/** Leads to the first field at fault after a save that failed; not when a field is judged while the form is filled in. */
function useFaultInSight({ isBusy, fault, saved }: Pick<SaveBarProps, 'isBusy' | 'fault' | 'saved'>) {
  const bar = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || isBusy || (fault === null && saved === null)) return;
    isAsked.current = false;
    // A page may have several forms, each with a bar of its own.
    if (fault !== null) focusFirstFault(bar.current?.closest('form') ?? document);
  });
  const noteSave = () => {
    isAsked.current = true;
  };
  return { bar, noteSave };
}

/** Fields that a `SaveBar` within saves: by its button, or by Enter in one of them. */
export function SavedForm(form: Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'>) {
  // While nothing is to be saved there is no button, and the browser would send the form itself.
  return <form {...form} noValidate onSubmit={(event) => event.preventDefault()} />;
}

/** How a form stands with the server, with the buttons to save it and to take everything back; nothing while it is as it was read. */
export function SaveBar({ isUnsaved, isBusy, fault, onReload, saved, onForget, onSave, ...words }: SaveBarProps) {
  const { bar, noteSave } = useFaultInSight({ isBusy, fault, saved });
  if (!isUnsaved && fault === null && saved === null) return null;
  const { unsaved = <Trans>Есть несохранённые изменения</Trans>, save = <Trans>Сохранить</Trans> } = words;
  return (
    <div ref={bar} className={classes.bar}>
      {fault !== null && onReload ? (
        <ErrorNotice onRetry={onReload}>{fault}</ErrorNotice>
      ) : (
        <p role="status" data-tone={fault !== null ? 'fault' : saved !== null ? 'saved' : undefined}>
          {fault !== null ? fault || <Trans>Проверьте отмеченные поля</Trans> : (saved ?? unsaved)}
        </p>
      )}
      {isUnsaved && (
        <>
          <ActionButton look="quiet" disabled={isBusy} onClick={onForget}>
            <Trans>Отменить</Trans>
          </ActionButton>
          <ActionButton
            isDefault
            disabled={isBusy}
            onClick={(event) => {
              event.preventDefault();
              noteSave();
              onSave();
            }}
          >
            {isBusy ? <Trans>Сохраняем…</Trans> : save}
          </ActionButton>
        </>
      )}
    </div>
  );
}
