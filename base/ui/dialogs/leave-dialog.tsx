import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import type { Blocker } from 'react-router';
import { ActionButton } from '../page/link-button.tsx';
import classes from './dialog.module.css';

/**
 * Asks for confirmation before unsaved changes are discarded. «Остаться» closes the dialog itself: the router tells its new state when it has time, and
 * until then the page behind would take no input.
 */
export function LeaveDialog({ blocker }: { readonly blocker: Blocker }) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isAsking = blocker.state === 'blocked';
  useEffect(() => {
    if (isAsking) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isAsking]);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={title} onClose={() => blocker.reset?.()}>
      <h2 id={title}>
        <Trans>Уйти без сохранения?</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>Изменения на этой странице ещё не отправлены.</Trans>
      </p>
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => blocker.proceed?.()}>
          <Trans>Уйти</Trans>
        </ActionButton>
        <ActionButton onClick={() => dialog.current?.close()}>
          <Trans>Остаться</Trans>
        </ActionButton>
      </div>
    </dialog>
  );
}
