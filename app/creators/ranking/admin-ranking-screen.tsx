import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SaveBar } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { SortableList } from '#base/ui/lists/sortable-list.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { rankingChanged } from '../creator-failures.ts';
import type { Route } from './+types/admin-ranking-screen';
import classes from './admin-ranking-screen.module.css';
import type { RankedCreator } from './ranked-creator.ts';
import { RankedRow } from './ranked-row.tsx';
import { findCreators, RankingSearch } from './ranking-search.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const isMerch = new URL(request.url).searchParams.get('list') === 'merch';
  const [ranking, creators] = await Promise.all([
    call('GET User/Ranking', { query: { IsMerch: isMerch } }, { signal: request.signal }),
    findCreators('', isMerch, request.signal),
  ]);
  return { isMerch, ranking, creators };
}

/** The rankings of creators: one for the list of authors, one for merch. */
export default function AdminRanking({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { isMerch } = loaderData;
  return (
    <PageFrame>
      <PageHead title={t`Порядок авторов`} noIndex />
      <PageTitle>
        <Trans>Порядок авторов</Trans>
      </PageTitle>
      <ChoiceLinks label={t`Какой порядок`}>
        <Link to="/admin/filters" aria-current={isMerch ? undefined : 'page'}>
          <Trans>В списке авторов</Trans>
        </Link>
        <Link to="/admin/filters?list=merch" aria-current={isMerch ? 'page' : undefined}>
          <Trans>В мерче</Trans>
        </Link>
      </ChoiceLinks>
      <RankingEditor key={String(isMerch)} {...loaderData} />
    </PageFrame>
  );
}

function RankingEditor({ isMerch, ranking, creators }: Route.ComponentProps['loaderData']) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState(ranking);
  const [items, setItems] = useState<readonly RankedCreator[]>(ranking.items);
  const [sent, setSent] = useState<readonly RankedCreator[] | null>(null);
  const { isBusy, isDone, failure, act, forget } = useAction();
  if (ranking.version !== known.version) {
    setKnown(ranking);
    // Moved while the request was running: the new order stays, unsaved.
    if (failure !== null || items === sent) {
      setItems(ranking.items);
      setSent(ranking.items);
    }
    if (failure !== null) forget();
  }
  const idsOf = (list: readonly RankedCreator[]) => list.map(({ userId }) => userId).join();
  const isSaved = isDone && items === sent;
  const isUnsaved = idsOf(items) !== idsOf(ranking.items) && !isSaved;
  const blocker = useUnsaved(isUnsaved);

  const change = (next: readonly RankedCreator[]) => {
    setItems(next);
    forget();
  };

  const save = async () => {
    setSent(items);
    const body = {
      items: items.map(({ userId }, index) => ({ userId, order: index + 1 })),
      version: ranking.version,
    };
    const isStored = await act(() =>
      isMerch
        ? call('POST User/CreateUserOrderMerchantList', { body })
        : call('POST User/CreateUserOrderList', { body }),
    );
    if (isStored) await revalidate();
  };

  return (
    <>
      <Stack className={classes.columns} gap={24} align="start">
        <section>
          {items.length === 0 ? (
            <p className={classes.empty}>
              <Trans>
                Пока никто не закреплён: все идут по дате, новые первыми. Найдите автора и добавьте его сюда.
              </Trans>
            </p>
          ) : (
            <SortableList
              items={items}
              label={t`Закреплённые авторы`}
              keyOf={({ userId }) => userId}
              nameOf={({ displayName }) => displayName}
              onChange={change}
            >
              {(creator, index) => (
                <RankedRow
                  creator={creator}
                  place={index + 1}
                  count={items.length}
                  onPlace={(place) => {
                    const rest = items.filter(({ userId }) => userId !== creator.userId);
                    change([...rest.slice(0, place - 1), creator, ...rest.slice(place - 1)]);
                  }}
                  onRemove={() => change(items.filter(({ userId }) => userId !== creator.userId))}
                />
              )}
            </SortableList>
          )}
        </section>
        <RankingSearch
          first={creators}
          isMerch={isMerch}
          taken={new Set(items.map(({ userId }) => userId))}
          onAdd={(creator) => change([...items, creator])}
        />
      </Stack>
      <SaveBar
        isUnsaved={isUnsaved}
        isBusy={isBusy}
        fault={failure?.message ?? null}
        onReload={rankingChanged.is(failure) ? () => void revalidate() : undefined}
        saved={isSaved ? <Trans>Сохранено: порядок уже на сайте</Trans> : null}
        unsaved={<Trans>Порядок изменён и ещё не сохранён</Trans>}
        save={<Trans>Сохранить порядок</Trans>}
        onForget={() => change(ranking.items)}
        onSave={() => void save()}
      />
      <LeaveDialog blocker={blocker} />
    </>
  );
}
