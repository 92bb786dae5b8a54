import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import type { MembershipState } from '../membership-state.ts';

interface NoMembersProps {
  /** Undefined: those who support the creator now. */
  readonly state: Exclude<MembershipState, 'Pending'> | undefined;
  readonly userName: string;
}

const titles: Readonly<Record<Exclude<MembershipState, 'Pending'>, ReactNode>> = {
  Active: <Trans>Действующих подписок нет</Trans>,
  Overdue: <Trans>Подписок с неудачным списанием нет</Trans>,
  Paused: <Trans>Подписок на паузе нет</Trans>,
  Leaving: <Trans>Заканчивающихся подписок нет</Trans>,
  Ended: <Trans>Закончившихся подписок нет</Trans>,
};

/** Stands where a view of the members has no rows. */
export function NoMembers({ state, userName }: NoMembersProps) {
  if (state !== undefined) return <EmptyState title={titles[state]} />;
  return (
    <EmptyState
      title={<Trans>Сейчас подписчиков нет</Trans>}
      action={
        <LinkButton to={`/${userName}`} look="quiet">
          <Trans>Открыть мою страницу</Trans>
        </LinkButton>
      }
    />
  );
}
