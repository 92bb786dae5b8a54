import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { TableButton } from '#app/identity/table-button.tsx';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { askedDays, periodIn, useAddressPeriod } from '#base/ui/lists/address-period.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { FoldedFilters } from '#base/ui/lists/folded-filters.tsx';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import { ListHead } from '#base/ui/lists/list-head.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import records from '#base/ui/lists/records.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { PeriodPicker } from '../period-picker.tsx';
import type { Route } from './+types/history-screen';
import { HistoryRow } from './history-row.tsx';
import classes from './history-screen.module.css';

const take = 10;

function filterOf(params: URLSearchParams) {
  const search = params.get('search')?.trim() ?? '';
  return {
    ...askedDays(periodIn(params)),
    ...(search && { Search: search.slice(0, 100) }),
  };
}

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const Skip = (pageNumber(url.searchParams) - 1) * take;
  const filter = filterOf(url.searchParams);
  const query = { ...filter, Skip, Take: take };
  const [found, { country }, { userName }] = await Promise.all([
    call('GET Donate/My', { query }, { signal }),
    call('GET Config', {}, { signal }),
    call('GET PersonalAccount/Get', {}, { signal }),
  ]);
  return { found, filter, currency: country.currencyLabel, userName };
}

/** All donations that a creator received, with search, thanks and export. */
export default function HistoryScreen({ loaderData: { found, filter, currency, userName } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [{ from, to }] = useAddressPeriod();
  return (
    <>
      <PageHead title={t`Донаты`} noIndex />
      <PageTitle>
        <Trans>Донаты</Trans>
      </PageTitle>
      <Stack gap={16} fit>
        <FoldedFilters
          label={t`Найти донат`}
          first={<TextFilter name="search" label={t`Имя или слова из сообщения`} isFirst />}
          chosen={from === '' && to === '' ? 0 : 1}
        >
          <PeriodPicker from={from} to={to} hasAll />
        </FoldedFilters>
        <ListHead
          found={
            <Plural
              value={found.count}
              one="Найден # донат"
              few="Найдено # доната"
              many="Найдено # донатов"
              other="Найдено # доната"
            />
          }
        >
          {found.count > 0 && <TableButton path="Donate/Export" query={filter} />}
        </ListHead>
        {found.items.length === 0 ? (
          <Nothing
            count={found.count}
            search={filter.Search}
            isFiltered={from !== '' || to !== ''}
            userName={userName}
          />
        ) : (
          <Stack as="ul" className={`${records.records} ${classes.list}`} card>
            {found.items.map((donation) => (
              <HistoryRow key={donation.id} donation={donation} currency={currency} />
            ))}
          </Stack>
        )}
        <PageNumbers count={found.count} take={take} />
      </Stack>
    </>
  );
}

interface NothingProps {
  readonly count: number;
  readonly search: string | undefined;
  readonly isFiltered: boolean;
  readonly userName: string;
}

function Nothing({ count, userName, ...asked }: NothingProps) {
  if (count > 0) return <BeyondLastPage count={count} take={take} />;
  return (
    <EmptyList {...asked} names={['search', 'from', 'to']}>
      <EmptyState
        title={<Trans>Донатов пока нет</Trans>}
        action={
          <LinkButton to={`/${userName}`} look="quiet">
            <Trans>Открыть мою страницу</Trans>
          </LinkButton>
        }
      >
        <Trans>Здесь будет каждый донат с сообщением. Поделитесь адресом своей страницы.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
