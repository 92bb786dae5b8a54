import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useFreshView } from '../staff-counts.ts';
import type { Route } from './+types/audit-screen';
import { AuditRows } from './audit-rows.tsx';

const linesPerPage = 20;

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const Skip = (pageNumber(params) - 1) * linesPerPage;
  const search = params.get('search')?.trim() || undefined;
  const query = { Search: search, Skip, Take: linesPerPage };
  return { ...(await call('GET Moderator/Audit', { query }, { signal })), search };
}

/** Who did what to whom and when (docs/rules.md#staff). */
export default function AuditScreen({ loaderData: { items, count, search } }: Route.ComponentProps) {
  const { t } = useLingui();
  useFreshView();
  return (
    <div className={classes.page}>
      <PageHead title={t`Журнал`} noIndex />
      <div className={classes.head}>
        <PageTitle>
          <Trans>Журнал</Trans>
        </PageTitle>
      </div>
      <search className={classes.filters}>
        <TextFilter name="search" label={t`Кто, с кем или что`} isFirst />
      </search>
      <p className={classes.found} role="status">
        <Plural value={count} one="# запись" few="# записи" many="# записей" other="# записи" />
      </p>
      {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={linesPerPage} />}
      {count === 0 && (
        <EmptyList search={search} names={['search']}>
          <EmptyState title={<Trans>Записей нет</Trans>}>
            <Trans>Здесь будет всё, что делают модераторы и администраторы.</Trans>
          </EmptyState>
        </EmptyList>
      )}
      {items.length > 0 && <AuditRows items={items} />}
      <PageNumbers count={count} take={linesPerPage} />
    </div>
  );
}
