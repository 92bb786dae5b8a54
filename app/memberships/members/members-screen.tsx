import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { TableButton } from '#app/identity/table-button.tsx';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import { ListHead } from '#base/ui/lists/list-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useMembershipWords } from '../listing/membership-mark.tsx';
import { RevenueChart } from '../listing/revenue-chart.tsx';
import { RevenueNow } from '../listing/revenue-now.tsx';
import { membershipStates } from '../membership-state.ts';
import type { Route } from './+types/members-screen';
import { MembersNav } from './members-nav.tsx';
import classes from './members-screen.module.css';
import { MembersTable } from './members-table.tsx';
import { NoMembers } from './no-members.tsx';

const states = membershipStates.filter((state) => state !== 'Pending');

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const State = states.find((state) => state === searchParams.get('state'));
  const query = { State, After: placeInAddress(searchParams) };
  const [members, revenue, { country }, { userName }] = await Promise.all([
    call('GET Membership/Members', { query }, { signal }),
    call('GET Membership/Revenue', { query: {} }, { signal }),
    call('GET Config', {}, { signal }),
    call('GET PersonalAccount/Get', {}, { signal }),
  ]);
  return { state: State, members, revenue, currency: country.currencyLabel, userName };
}

/** The creator's members and what they bring every month. */
export default function Members({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const words = useMembershipWords();
  const { state, members, revenue, currency, userName } = loaderData;
  const isNew = revenue.months.every(({ charges, ended }) => charges === 0 && ended === 0);
  return (
    <>
      <PageHead title={t`Подписчики`} noIndex />
      <PageTitle>
        <Trans>Подписчики</Trans>
      </PageTitle>
      <Stack className={classes.sections} gap={28} justify="start" fit>
        <MembersNav />
        {isNew && members.count === 0 && state === undefined ? (
          <EmptyState
            title={<Trans>Подписчиков пока нет</Trans>}
            action={
              <LinkButton to="/profile/members/levels" look="quiet">
                <Trans>Придумать уровни</Trans>
              </LinkButton>
            }
          >
            <Trans>
              Здесь будут те, кто поддерживает вас каждый месяц. Они выбирают «Каждый месяц» на вашей странице.
            </Trans>
          </EmptyState>
        ) : (
          <>
            <RevenueNow now={revenue.now} currency={currency} title={<Trans>Сейчас с вами</Trans>} />
            <RevenueChart months={revenue.months} currency={currency} />
            <Stack
              as="section"
              className={classes.section}
              gap={16}
              justify="start"
              fit
              aria-label={t`Список подписчиков`}
            >
              <ViewLinks
                label={t`Какие подписчики`}
                name="state"
                current={state ?? ''}
                views={[{ value: '', title: t`Не ушли` }, ...states.map((value) => ({ value, title: words[value] }))]}
              />
              <ListHead
                found={
                  <Plural
                    value={members.count}
                    one="# подписчик"
                    few="# подписчика"
                    many="# подписчиков"
                    other="# подписчика"
                  />
                }
              >
                <TableButton path="Membership/Export" query={{}} />
              </ListHead>
              {members.items.length === 0 ? (
                <NoMembers state={state} userName={userName} />
              ) : (
                <MembersTable items={members.items} currency={currency} />
              )}
              <KeysetPages next={members.next} />
            </Stack>
          </>
        )}
      </Stack>
    </>
  );
}
