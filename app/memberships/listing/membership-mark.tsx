import { useLingui } from '@lingui/react/macro';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { MembershipState } from '../membership-state.ts';

/** The words for the states of a membership. */
export function useMembershipWords(): Readonly<Record<MembershipState, string>> {
  const { t } = useLingui();
  return {
    Pending: t`Ждёт оплаты`,
    Active: t`Действует`,
    Overdue: t`Списание не прошло`,
    Paused: t`На паузе`,
    Leaving: t`Заканчивается`,
    Ended: t`Закончилась`,
  };
}

/** The state of a membership as a label. */
export function MembershipMark({ state }: { readonly state: MembershipState }) {
  return <Tag look={stateLooks.membership[state]}>{useMembershipWords()[state]}</Tag>;
}
