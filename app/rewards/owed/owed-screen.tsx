import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import type { OwedState } from '../reward-rules.ts';
import { RewardsNav } from '../rewards-nav.tsx';
import type { Route } from './+types/owed-screen';
import { NothingOwed } from './nothing-owed.tsx';
import { OwedFilters } from './owed-filters.tsx';
import { OwedList } from './owed-list.tsx';
import { loadOwed } from './owed-loader.ts';
import classes from './owed-screen.module.css';

export const clientLoader = ({ url, request: { signal } }: Route.ClientLoaderArgs) =>
  loadOwed(url.searchParams, signal);

/** What donors have taken from the creator, or have missed. The creator marks here what they were given. */
export default function Owed({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { state, rewardId, rewards, owed, found, take, currency } = loaderData;
  return (
    <>
      <PageHead title={t`Кому что отдать`} noIndex />
      <PageTitle>
        <Trans>Кому что отдать</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        <RewardsNav owed={owed} />
        <OwedFilters state={state} rewards={rewards} rewardId={rewardId} />
        {state === 'missed' && found.count > 0 && (
          <p className={classes.why}>
            <Trans>Они заплатили, когда награды уже не было. Появится свободная — отдайте её отсюда.</Trans>
          </p>
        )}
        <OwedList
          items={found.items}
          take={take}
          state={state}
          rewardId={rewardId}
          view={`${state} ${rewardId ?? ''}`}
          currency={currency}
          found={<Found state={state} count={found.count} />}
        >
          <NothingOwed state={state} isOfOne={rewardId !== undefined} count={found.count} take={take} />
        </OwedList>
        <PageNumbers count={found.count} take={take} />
      </Stack>
    </>
  );
}

function Found({ state, count }: { readonly state: OwedState; readonly count: number }) {
  if (state === 'owed') {
    return (
      <Plural
        value={count}
        one="Надо отдать # награду"
        few="Надо отдать # награды"
        many="Надо отдать # наград"
        other="Надо отдать # награды"
      />
    );
  }
  if (state === 'given') {
    return (
      <Plural
        value={count}
        one="Отдана # награда"
        few="Отданы # награды"
        many="Отдано # наград"
        other="Отдано # награды"
      />
    );
  }
  if (state === 'missed') {
    return (
      <Plural
        value={count}
        one="Не досталась # награда"
        few="Не достались # награды"
        many="Не досталось # наград"
        other="Не досталось # награды"
      />
    );
  }
  return (
    <Plural value={count} one="Взяли # награду" few="Взяли # награды" many="Взяли # наград" other="Взяли # награды" />
  );
}
