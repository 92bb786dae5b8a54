import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ChargeAgain } from './charge-again.tsx';
import type { StaffMembership } from './staff-membership.ts';

interface AdminMembershipActsProps {
  readonly membership: StaffMembership;
  readonly currency: string;
  readonly onCharged: () => Promise<void>;
}

/** Charges a membership again, or ends it. */
export function AdminMembershipActs({ membership, currency, onCharged }: AdminMembershipActsProps) {
  const { id, state } = membership;
  if (state === 'Ended') return null;
  return (
    <Row gap={16} rowGap={0}>
      {(state === 'Overdue' || state === 'Paused') && (
        <ChargeAgain membership={membership} currency={currency} onCharged={onCharged} />
      )}
      <ReasonAct
        act={<Trans>Остановить</Trans>}
        title={<Trans>Остановить подписку</Trans>}
        onSend={(reason) => call('POST Moderator/StopMembership', { body: { membershipId: id, reason } })}
      >
        <Trans>
          Она закончится сразу, больше ничего не спишется. Донор узнает, что её остановили сотрудники сайта.
        </Trans>
      </ReasonAct>
    </Row>
  );
}
