import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { ReasonField } from '#base/ui/fields/reason-field.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { drawLimits } from '../draw-rules.ts';
import type { ShownDraw } from '../draw-shapes.ts';

interface CancelDrawProps {
  readonly draw: ShownDraw;
  readonly onCancelled: () => void;
}

/** Calls an open draw off, with a reason. The dialog stays with what is typed when the time runs out meanwhile. */
export function CancelDraw({ draw: { id: drawId, text, state }, onCancelled }: CancelDrawProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, fields, act, forget } = useAction();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const isOpen = state === 'open';
  if (!(isOpen || isAsking)) return null;

  async function cancel() {
    if (!(await act(() => call('POST Draw/Cancel', { body: { drawId, reason } })))) return;
    onCancelled();
    setAsking(false);
    await revalidate();
  }

  // What went wrong before is not said of the next try.
  function ask(isAsked: boolean) {
    forget();
    setAsking(isAsked);
  }

  return (
    <>
      {isOpen && (
        <div className={watched.acts}>
          <ActionButton className={watched.act} look="quiet" disabled={isBusy} onClick={() => ask(true)}>
            <Trans>Отменить розыгрыш</Trans>
          </ActionButton>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Отменить розыгрыш «{text}»</Trans>}
        act={<Trans>Отменить розыгрыш</Trans>}
        onConfirm={cancel}
        onClose={() => ask(false)}
      >
        <p>
          <Trans>Причину прочитают все. Вернуть отменённый розыгрыш нельзя, донаты останутся у вас.</Trans>
        </p>
        <ReasonField
          label={t`Причина`}
          value={reason}
          maxLength={drawLimits.reason}
          error={fields.reason ?? failure?.message}
          onType={setReason}
        />
      </ConfirmDialog>
    </>
  );
}
