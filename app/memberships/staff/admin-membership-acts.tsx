import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useChargeOutcome } from '../listing/provider-answer.ts';
import type { MembershipState } from '../membership-state.ts';

interface AdminMembershipActsProps {
  readonly membership: { readonly id: string; readonly state: MembershipState };
}

/** Charges a membership again, or ends it. */
export function AdminMembershipActs({ membership: { id, state } }: AdminMembershipActsProps) {
  const loadOutcome = useChargeOutcome();
  const { isBusy, failure, act } = useAction();
  if (state === 'Ended') return null;

  const retry = async () => {
    const isAsked = await act(() => call('POST Moderator/RetryMembership', { body: { membershipId: id } }));
    if (isAsked) await loadOutcome();
  };

  return (
    <Row gap={16} rowGap={0}>
      {(state === 'Overdue' || state === 'Paused') && (
        <TextButton disabled={isBusy} onClick={() => void retry()}>
          <span className={list.nowrap}>
            <Trans>Списать ещё раз</Trans>
          </span>
        </TextButton>
      )}
      <ReasonAct
        act={<Trans>Остановить</Trans>}
        title={<Trans>Остановить подписку</Trans>}
        onSend={(reason) => call('POST Moderator/StopMembership', { body: { membershipId: id, reason } })}
      >
        <Trans>Она закончится сразу, и больше ничего не спишется.</Trans>
      </ReasonAct>
      <FaultLine>{failure?.message}</FaultLine>
    </Row>
  );
}
