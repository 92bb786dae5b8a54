import { Trans } from '@lingui/react/macro';
import { type ComponentProps, createContext, type ReactNode, use, useEffect, useReducer, useRef } from 'react';
import { FailureText } from '../failures/failure-text.tsx';
import { ErrorNotice } from '../page/error-notice.tsx';
import { focusResult } from '../page/focus-result.ts';
import { ActionButton } from '../page/link-button.tsx';
import { focusFirstFault } from './focus-fault.ts';
import classes from './save-bar.module.css';
import { hasWrongText } from './wrong-text.ts';

interface SaveBarProps {
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  /** Why saving failed; empty: the errors are shown at their fields. Null: no error. */
  readonly fault: string | null;
  /** After a conflict with another user's save: shows their version. */
  readonly onReload?: (() => void) | undefined;
  /** The message after saving; null: nothing was saved. */
  readonly saved: ReactNode;
  readonly unsaved?: ReactNode;
  /** The label of the save button. */
  readonly save?: ReactNode;
  /** The same while it waits. */
  readonly busy?: ReactNode;
  /** Whether saving is the main act of the screen; another button is, where it is not. */
  readonly isMain?: boolean;
  readonly onForget: () => void;
  readonly onSave: () => void;
}

/** Moves the focus to the first invalid field after a failed save, and to the words of the result where its button is gone after another. */
function useResultFocus({ isBusy, fault, saved }: Pick<SaveBarProps, 'isBusy' | 'fault' | 'saved'>) {
  const bar = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  // A second press may change nothing else.
  const [, count] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!isAsked.current || isBusy || (fault === null && saved === null)) return;
    isAsked.current = false;
    // A page may have several forms, each with its own bar.
    if (fault !== null) focusFirstFault(bar.current?.closest('form') ?? document);
    else if (bar.current !== null && document.activeElement === document.body) focusResult(bar.current);
  });
  /** Saves, unless a field keeps what it could not read. */
  const press = (save: () => void) => {
    const form = bar.current?.closest('form');
    if (form && hasWrongText(form)) return focusFirstFault(form);
    isAsked.current = true;
    count();
    save();
  };
  return { bar, press };
}

const InForm = createContext(false);

/** A form that its `SaveBar` saves, by the button or by Enter in a field. */
export function SavedForm(form: Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'>) {
  // Enter presses the save button, unless it is disabled.
  return (
    <InForm value>
      <form {...form} method="dialog" noValidate onSubmit={(event) => event.preventDefault()} />
    </InForm>
  );
}

/** The save state of a form, with the buttons to save and to discard changes; an unchanged form shows a hint only. */
export function SaveBar({
  isUnsaved: isChanged,
  isBusy,
  fault,
  onReload,
  saved,
  isMain = true,
  onForget,
  onSave,
  ...words
}: SaveBarProps) {
  const { bar, press } = useResultFocus({ isBusy, fault, saved });
  const isInForm = use(InForm);
  // What is saved may be on the screen before its words are: the button that was pressed stays until then.
  const isUnsaved = isChanged || isBusy;
  const { unsaved = <Trans>Есть несохранённые изменения</Trans>, save = <Trans>Сохранить</Trans> } = words;
  const { busy = <Trans>Сохраняем…</Trans> } = words;
  const look = isMain ? 'filled' : 'quiet';
  const rest = isInForm && !isUnsaved && (
    <ActionButton isDefault look={look} disabled>
      {save}
    </ActionButton>
  );
  if (!isUnsaved && fault === null && saved === null) return rest ? <div className={classes.rest}>{rest}</div> : null;
  return (
    <div ref={bar} className={classes.bar}>
      {fault !== null && onReload ? (
        <ErrorNotice onRetry={onReload} retry={<Trans>Загрузить заново</Trans>}>
          {fault}
        </ErrorNotice>
      ) : (
        <p role="status" data-tone={fault !== null ? 'fault' : saved !== null ? 'saved' : undefined}>
          {fault !== null ? (
            <FailureText>{fault || <Trans>Проверьте отмеченные поля</Trans>}</FailureText>
          ) : (
            (saved ?? unsaved)
          )}
        </p>
      )}
      {rest}
      {isUnsaved && (
        <>
          <ActionButton look="quiet" disabled={isBusy} onClick={onForget}>
            <Trans>Отменить</Trans>
          </ActionButton>
          <ActionButton
            isDefault
            look={look}
            disabled={isBusy}
            onClick={(event) => {
              event.preventDefault();
              press(onSave);
            }}
          >
            {/* As wide as both, so that nothing beside it moves. */}
            <span className={classes.label} data-busy={isBusy || undefined}>
              <span>{save}</span>
              <span>{busy}</span>
            </span>
          </ActionButton>
        </>
      )}
    </div>
  );
}
