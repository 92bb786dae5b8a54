import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { targetLimits } from '../target-rules.ts';
import type { targetsCalls } from '../targets.calls.ts';
import type { Route } from './+types/targets-screen';
import { OwnTarget } from './own-target.tsx';
import { TargetForm } from './target-form.tsx';

/** Targets on a page. */
const take = 20;

interface Query {
  readonly userName: string;
  readonly Skip: number;
  readonly Take: number;
}

type List = CallAnswer<typeof targetsCalls.targets>;

const openOf = ({ items }: List) => items.filter(({ closedAt }) => closedAt === null);

const live = {
  read: (query: Query, signal: AbortSignal) => call('GET Target/List', { query }, { signal }),
  isOpen: (list: List) => openOf(list).length > 0,
};

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const [{ userName }, { country }] = await Promise.all([
    call('POST Identity/GetUser', {}, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  const query = { userName, Skip: (pageNumber(url.searchParams) - 1) * take, Take: take };
  return { loaded: { query, list: await live.read(query, signal) }, currency: country.currencyLabel };
}

/** The creator's targets: promised, watched and closed here, during a stream from a phone. */
export default function Targets({ loaderData: { loaded, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const { items, count } = list;
  const [isAdding, setAdding] = useState(false);
  const add = (
    <ActionButton onClick={() => setAdding(true)}>
      <Trans>Добавить рубеж</Trans>
    </ActionButton>
  );

  return (
    <>
      <PageHead title={t`Рубежи`} noIndex />
      <PageTitle>
        <Trans>Рубежи</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        {count === 0 && !isAdding && (
          <EmptyState title={<Trans>Рубежей пока нет</Trans>} action={add}>
            <Trans>Пообещайте что-нибудь за сумму: зрители соберут её донатами, а счёт виден на стриме.</Trans>
          </EmptyState>
        )}
        {isLost && (
          <ErrorNotice>
            <Trans>Нет связи. Счёт обновится, как только она появится.</Trans>
          </ErrorNotice>
        )}
        {isAdding && <TargetForm target={null} currency={currency} onClose={() => setAdding(false)} />}
        {/* The open ones are all on the first page. */}
        {count > 0 && loaded.query.Skip === 0 && !isAdding && (
          <div>
            {openOf(list).length < targetLimits.open ? (
              add
            ) : (
              <Trans>Открыто пять рубежей, больше сразу нельзя. Закройте один, чтобы добавить новый.</Trans>
            )}
          </div>
        )}
        {items.map((target) => (
          <OwnTarget key={target.id} target={target} currency={currency} />
        ))}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        <PageNumbers count={count} take={take} />
      </Stack>
    </>
  );
}
