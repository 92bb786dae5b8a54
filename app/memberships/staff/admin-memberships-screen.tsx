import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { idParameter } from '#base/ui/lists/id-parameter.ts';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useMembershipWords } from '../listing/membership-mark.tsx';
import { StaffViews } from '../listing/staff-views.tsx';
import { type MembershipState, membershipStates } from '../membership-state.ts';
import type { Route } from './+types/admin-memberships-screen';
import { AdminMembershipsTable } from './admin-memberships-table.tsx';
import { ChargedAgainWords } from './charged-again-words.tsx';
import { useChargedAgain } from './use-charged-again.ts';

/** Those that something is wrong with stand first. */
const states: readonly MembershipState[] = [
  'Overdue',
  'Paused',
  ...membershipStates.filter((state) => state !== 'Overdue' && state !== 'Paused'),
];

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const state = states.find((one) => one === searchParams.get('state')) ?? 'Overdue';
  const query = {
    State: state,
    UserId: idParameter(searchParams, 'user'),
    After: placeInAddress(searchParams),
  };
  const [page, { country }] = await Promise.all([
    call('GET Moderator/Memberships', { query }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { state, page, isFiltered: query.UserId !== undefined, currency: country.currencyLabel };
}

/** Monthly support for the staff: what is charged, what was refused, and the ways to charge again and to stop. */
export default function AdminMemberships({ loaderData }: Route.ComponentProps) {
  const { state, page, isFiltered, currency } = loaderData;
  const { t } = useLingui();
  const words = useMembershipWords();
  const { charged, charge } = useChargedAgain();
  return (
    <div className={classes.page}>
      <PageHead title={t`Подписки`} noIndex />
      <div className={classes.head}>
        <PageTitle>
          <Trans>Подписки</Trans>
        </PageTitle>
        <StaffViews />
      </div>
      <ViewLinks
        label={t`Состояние`}
        name="state"
        current={state}
        views={states.map((value) => ({ value, title: words[value] }))}
      />
      <p className={classes.found} role="status">
        {charged !== null && (
          <>
            <ChargedAgainWords charged={charged} currency={currency} />{' '}
          </>
        )}
        <Plural value={page.count} one="# подписка" few="# подписки" many="# подписок" other="# подписки" />
      </p>
      {page.items.length === 0 ? (
        <EmptyList isFiltered={isFiltered} names={['user']}>
          <EmptyState title={<Trans>Таких подписок нет</Trans>}>
            <Trans>Здесь будут те, кто поддерживает авторов каждый месяц, по состояниям.</Trans>
          </EmptyState>
        </EmptyList>
      ) : (
        <AdminMembershipsTable items={page.items} currency={currency} onCharged={charge} />
      )}
      <KeysetPages next={page.next} />
    </div>
  );
}
