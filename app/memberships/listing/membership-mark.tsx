import { useLingui } from '@lingui/react/macro';
import { Tag } from '#base/ui/panel/tag.tsx';
import type { MembershipState } from '../membership-state.ts';

const tones = {
  Pending: 'waits',
  Active: 'good',
  Overdue: 'waits',
  Paused: 'bad',
  Leaving: 'over',
  Ended: 'over',
} as const satisfies Record<MembershipState, string>;

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
  return <Tag tone={tones[state]}>{useMembershipWords()[state]}</Tag>;
}
