import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#app/document/page-head.public.tsx';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { Field } from '#base/ui/field.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { PageTitle } from '#base/ui/page-frame.tsx';
import { PageNumbers, pageNumber } from '#base/ui/page-numbers.tsx';
import { useTypedSearch } from '#base/ui/use-typed-search.ts';
import { call } from '../call.ts';
import type { Route } from './+types/history-screen';
import { HistoryRow } from './history-row.tsx';
import classes from './history-screen.module.css';
import { PeriodPicker } from './period-picker.tsx';
import { dayAfter, isDay, startOfDay } from './statistics-period.ts';
import { TableButton } from './table-button.tsx';

const take = 10;

/** What the address asks for: days of the visitor's own time zone, as moments. */
function filterOf(params: URLSearchParams) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [from, to, search] = ['from', 'to', 'search'].map((name) => params.get(name)?.trim() ?? '');
  return {
    ...(from && isDay(from) && { From: startOfDay(from, timeZone).toISOString() }),
    ...(to && isDay(to) && { To: new Date(startOfDay(dayAfter(to, 1), timeZone).getTime() - 1).toISOString() }),
    ...(search && { Search: search.slice(0, 100) }),
  };
}

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const Skip = (pageNumber(url.searchParams) - 1) * take;
  const query = { ...filterOf(url.searchParams), Skip, Take: take };
  const [found, { country }, { userName }] = await Promise.all([
    call('GET Donate/My', { query }, { signal }),
    call('GET Config', {}, { signal }),
    call('GET PersonalAccount/Get', {}, { signal }),
  ]);
  return { found, currency: country.currencyLabel, userName };
}

/** Every gift that a creator was given, to search, thank for and take away as a table. */
export default function HistoryScreen({ loaderData: { found, currency, userName } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [search] = useAddressFilter('search');
  const { field } = useTypedSearch('search');
  const [from] = useAddressFilter('from');
  const [to] = useAddressFilter('to');
  const isNarrowed = search !== '' || from !== '' || to !== '';
  return (
    <>
      <PageHead title={t`Донаты`} noIndex />
      <PageTitle>
        <Trans>Донаты</Trans>
      </PageTitle>
      <div className={classes.sections}>
        <div className={classes.filters}>
          <PeriodPicker from={from} to={to} hasAll />
          <Field {...field} label={t`Имя или слова из сообщения`} />
        </div>
        <div className={classes.head}>
          <p role="status">
            <Plural
              value={found.count}
              one="Найден # донат"
              few="Найдено # доната"
              many="Найдено # донатов"
              other="Найдено # доната"
            />
          </p>
          {found.count > 0 && <TableButton asked={filterOf(new URLSearchParams({ search, from, to }))} />}
        </div>
        {found.items.length === 0 ? (
          <Nothing isNarrowed={isNarrowed} userName={userName} />
        ) : (
          <ul className={classes.list}>
            {found.items.map((gift) => (
              <HistoryRow key={gift.id} gift={gift} currency={currency} />
            ))}
          </ul>
        )}
        <PageNumbers count={found.count} take={take} />
      </div>
    </>
  );
}

function Nothing({ isNarrowed, userName }: { readonly isNarrowed: boolean; readonly userName: string }) {
  if (isNarrowed) {
    return (
      <EmptyState
        title={<Trans>Ничего не нашлось</Trans>}
        action={
          <LinkButton to="/profile/donations" look="quiet">
            <Trans>Показать все донаты</Trans>
          </LinkButton>
        }
      >
        <Trans>Попробуйте другие слова или дни.</Trans>
      </EmptyState>
    );
  }
  return (
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
  );
}
