import { Trans, useLingui } from '@lingui/react/macro';
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

interface MembershipMarkProps {
  readonly state: MembershipState;
  /** Somebody else has paid, and it ends by itself. */
  readonly isGifted?: boolean;
}

/** The state of a membership as a label. */
export function MembershipMark({ state, isGifted = false }: MembershipMarkProps) {
  const words = useMembershipWords();
  const isRunning = isGifted && state === 'Leaving';
  return (
    <Tag look={stateLooks.membership[isRunning ? 'Active' : state]}>
      {isRunning ? <Trans>Подарено</Trans> : words[state]}
    </Tag>
  );
}
