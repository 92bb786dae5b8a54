import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useChargeOutcome } from '../listing/provider-answer.ts';
import type { MembershipState } from '../membership-state.ts';

interface AdminMembershipActsProps {
  readonly membership: { readonly id: string; readonly state: MembershipState };
}

/** Charges a membership again, or ends it with a reason that the audit trail retains. */
export function AdminMembershipActs({ membership: { id, state } }: AdminMembershipActsProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const loadOutcome = useChargeOutcome();
  const { isBusy, failure, fields, act, forget } = useAction();
  const [isStopping, setStopping] = useState(false);
  const [reason, setReason] = useState('');
  if (state === 'Ended') return null;

  const retry = async () => {
    const isAsked = await act(() => call('POST Moderator/RetryMembership', { body: { membershipId: id } }));
    if (isAsked) await loadOutcome();
  };

  const stop = async () => {
    if (!(await act(() => call('POST Moderator/StopMembership', { body: { membershipId: id, reason } })))) return;
    setStopping(false);
    await revalidate();
  };

  // What went wrong before is not said of the next try.
  const ask = (isAsking: boolean) => {
    forget();
    setStopping(isAsking);
  };

  return (
    <Row gap={16} rowGap={0}>
      {(state === 'Overdue' || state === 'Paused') && (
        <TextButton disabled={isBusy} onClick={() => void retry()}>
          <Trans>Списать ещё раз</Trans>
        </TextButton>
      )}
      <TextButton disabled={isBusy} onClick={() => ask(true)}>
        <Trans>Остановить</Trans>
      </TextButton>
      {!isStopping && <FaultLine>{failure?.message}</FaultLine>}
      <ConfirmDialog
        isOpen={isStopping}
        isBusy={isBusy}
        title={<Trans>Остановить подписку</Trans>}
        act={<Trans>Остановить</Trans>}
        onConfirm={stop}
        onClose={() => ask(false)}
      >
        <p>
          <Trans>Она закончится сразу, и больше ничего не спишется.</Trans>
        </p>
        <Field
          label={t`Причина`}
          value={reason}
          maxLength={300}
          error={fields.reason ?? failure?.message}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </Row>
  );
}
