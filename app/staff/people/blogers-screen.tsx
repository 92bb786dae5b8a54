import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { peopleQuery, queueQuery } from '../people-address.ts';
import { ReviewQueue } from '../review/review-queue.tsx';
import { useFreshView, useStaffCounts } from '../staff-counts.ts';
import type { Route } from './+types/blogers-screen';
import { PeopleTable } from './people-table.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal, url } = request;
  const params = new URL(url).searchParams;
  if (params.get('view') === 'queue') {
    const query = queueQuery(params);
    return { view: 'queue', page: await call('GET Moderator/GetUserFieldsByState', { query }, { signal }) } as const;
  }
  const query = peopleQuery(params);
  return { view: 'people', page: await call('GET Moderator/GetUsersList', { query }, { signal }) } as const;
}

/** All users and the review queue: two views of one address. */
export default function BlogersScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  useFreshView();
  const isQueue = loaderData.view === 'queue';
  return (
    <div className={classes.page}>
      <PageHead title={isQueue ? t`Проверка` : t`Люди`} noIndex />
      <div className={classes.head}>
        <PageTitle>{isQueue ? <Trans>Проверка</Trans> : <Trans>Люди</Trans>}</PageTitle>
        <Views isQueue={isQueue} />
      </div>
      {loaderData.view === 'queue' ? <ReviewQueue page={loaderData.page} /> : <PeopleTable page={loaderData.page} />}
    </div>
  );
}

function Views({ isQueue }: { readonly isQueue: boolean }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const waiting = useStaffCounts()?.people ?? 0;
  const search = params.get('search');
  const query = search === null ? '' : `&search=${encodeURIComponent(search)}`;
  return (
    <ChoiceLinks label={t`Что показать`}>
      <Link to={`/admin/blogers${query.replace('&', '?')}`} aria-current={isQueue ? undefined : 'page'}>
        <Trans>Все люди</Trans>
      </Link>
      <Link to={`/admin/blogers?view=queue${query}`} aria-current={isQueue ? 'page' : undefined}>
        {waiting > 0 ? <Trans>Ждут проверки: {waiting}</Trans> : <Trans>Ждут проверки</Trans>}
      </Link>
    </ChoiceLinks>
  );
}
