import { Trans } from '@lingui/react/macro';
import type { Blocker } from 'react-router';
import { ActionButton } from '../page/link-button.tsx';
import { ActsDialog } from './acts-dialog.tsx';
import { useModal } from './dialog-box.tsx';

/**
 * Asks for confirmation before unsaved changes are discarded. «Остаться» is first, so that it has the focus. It closes the dialog itself:
 * the router tells its new state when it has time, and until then the page behind would take no input.
 */
export function LeaveDialog({ blocker }: { readonly blocker: Blocker }) {
  const dialog = useModal(blocker.state === 'blocked');
  return (
    <ActsDialog
      ref={dialog}
      title={<Trans>Уйти без сохранения?</Trans>}
      lead={<Trans>Изменения на этой странице ещё не отправлены.</Trans>}
      onClose={() => blocker.reset?.()}
      acts={
        <>
          <ActionButton onClick={() => dialog.current?.close()}>
            <Trans>Остаться</Trans>
          </ActionButton>
          <ActionButton look="quiet" onClick={() => blocker.proceed?.()}>
            <Trans>Уйти</Trans>
          </ActionButton>
        </>
      }
    />
  );
}
