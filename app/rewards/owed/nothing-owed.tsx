import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { BeyondLastPage } from '#base/ui/lists/page-numbers.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import type { OwedState } from '../reward-rules.ts';

interface NothingOwedProps {
  readonly state: OwedState;
  /** Only one reward is looked at. */
  readonly isOfOne: boolean;
  /** On all pages. */
  readonly count: number;
  readonly take: number;
}

const titles: Readonly<Record<OwedState, ReactNode>> = {
  owed: <Trans>Отдавать пока нечего</Trans>,
  given: <Trans>Отданных наград пока нет</Trans>,
  all: <Trans>Наград ещё никто не брал</Trans>,
  missed: <Trans>Никто не остался без награды</Trans>,
};

/** Stands where the list has no rows. */
export function NothingOwed({ state, isOfOne, count, take }: NothingOwedProps) {
  const [params] = useSearchParams();
  if (count > 0) return <BeyondLastPage count={count} take={take} />;
  if (isOfOne) {
    const others = new URLSearchParams(params);
    for (const name of ['reward', 'page']) others.delete(name);
    return (
      <EmptyState
        title={titles[state]}
        action={
          <LinkButton to={{ search: others.toString() }} look="quiet">
            <Trans>Показать все награды</Trans>
          </LinkButton>
        }
      />
    );
  }
  return (
    <EmptyState
      title={titles[state]}
      action={
        <LinkButton to="/profile/rewards" look="quiet">
          <Trans>К моим наградам</Trans>
        </LinkButton>
      }
    >
      {state === 'missed' ? (
        <Trans>Здесь будет каждый, кто выбрал награду и заплатил, когда её уже не было.</Trans>
      ) : (
        <Trans>Здесь будет каждый, кто взял награду: с именем, суммой и сообщением.</Trans>
      )}
    </EmptyState>
  );
}
