import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { StaffMembership } from './staff-membership.ts';

interface ChargeAgainProps {
  readonly membership: StaffMembership;
  readonly currency: string;
  readonly onCharged: () => Promise<void>;
}

/** Charges a month that was refused once more, after a second tap that names the sum and both people. */
export function ChargeAgain({ membership, currency, onCharged }: ChargeAgainProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act, forget } = useAction();
  const [isAsking, setAsking] = useState(false);
  const { id: membershipId, donorName, creatorName } = membership;
  const sum = useSumText(currency)(membership.nextAmount);

  async function charge() {
    if (!(await act(() => call('POST Moderator/RetryMembership', { body: { membershipId } })))) return;
    setAsking(false);
    await onCharged();
  }

  function close() {
    setAsking(false);
    // It may have been refused because the membership had changed.
    if (failure !== null) void revalidate();
    forget();
  }

  return (
    <>
      <TextButton onClick={() => setAsking(true)}>
        <span className={list.nowrap}>
          <Trans>Списать ещё раз</Trans>
        </span>
      </TextButton>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Списать {sum}?</Trans>}
        act={<Trans>Списать</Trans>}
        onConfirm={charge}
        onClose={close}
      >
        <p>
          <Trans>
            Деньги спишутся сразу с карты, которую сохранил донор: {donorName} поддерживает {creatorName}.
          </Trans>
        </p>
        <p>
          {membership.state === 'Overdue' ? (
            <Trans>Если карта откажет, запланированные попытки останутся как есть.</Trans>
          ) : (
            <Trans>Если карта откажет, подписка останется на паузе.</Trans>
          )}
        </p>
        <FaultLine>{failure?.message}</FaultLine>
      </ConfirmDialog>
    </>
  );
}
