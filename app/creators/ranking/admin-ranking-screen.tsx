import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SaveBar } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { SortableList } from '#base/ui/lists/sortable-list.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { rankingChanged } from '../creator-failures.ts';
import type { Route } from './+types/admin-ranking-screen';
import classes from './admin-ranking-screen.module.css';
import type { RankedCreator } from './ranked-creator.ts';
import { RankedRow } from './ranked-row.tsx';
import { RankingSearch } from './ranking-search.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const isMerch = new URL(request.url).searchParams.get('list') === 'merch';
  return { isMerch, ranking: await call('GET User/Ranking', { query: { IsMerch: isMerch } }) };
}

export function HydrateFallback() {
  return (
    <PageFrame>
      <div aria-busy className={classes.waiting}>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={54} />
        ))}
      </div>
    </PageFrame>
  );
}

/** The rankings of creators: one for the list of authors, one for merch. */
export default function AdminRanking({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { isMerch, ranking } = loaderData;
  return (
    <PageFrame>
      <PageHead title={t`Порядок авторов`} noIndex />
      <PageTitle>
        <Trans>Порядок авторов</Trans>
      </PageTitle>
      <nav className={classes.lists} aria-label={t`Какой порядок`}>
        <Link to="/admin/filters" aria-current={isMerch ? undefined : 'page'}>
          <Trans>В списке авторов</Trans>
        </Link>
        <Link to="/admin/filters?list=merch" aria-current={isMerch ? 'page' : undefined}>
          <Trans>В мерче</Trans>
        </Link>
      </nav>
      <RankingEditor key={String(isMerch)} isMerch={isMerch} ranking={ranking} />
    </PageFrame>
  );
}

interface EditorProps {
  readonly isMerch: boolean;
  readonly ranking: Route.ComponentProps['loaderData']['ranking'];
}

function RankingEditor({ isMerch, ranking }: EditorProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState(ranking);
  const [items, setItems] = useState<readonly RankedCreator[]>(ranking.items);
  const [state, setState] = useState<'idle' | 'busy' | 'saved' | { fault: string; isStale: boolean }>('idle');
  if (ranking.version !== known.version) {
    setKnown(ranking);
    // Moved while the request was running: the new order stays, unsaved.
    if (state !== 'idle') {
      setItems(ranking.items);
      if (state !== 'saved') setState('idle');
    }
  }
  const idsOf = (list: readonly RankedCreator[]) => list.map(({ userId }) => userId).join();
  const isUnsaved = idsOf(items) !== idsOf(ranking.items) && state !== 'saved';
  const blocker = useUnsaved(isUnsaved);

  const change = (next: readonly RankedCreator[]) => {
    setItems(next);
    setState('idle');
  };

  const save = async () => {
    setState('busy');
    const body = {
      items: items.map(({ userId }, index) => ({ userId, order: index + 1 })),
      version: ranking.version,
    };
    try {
      if (isMerch) await call('POST User/CreateUserOrderMerchantList', { body });
      else await call('POST User/CreateUserOrderList', { body });
      setState('saved');
      await revalidate();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setState({ fault: error.message, isStale: rankingChanged.is(error) });
    }
  };

  return (
    <>
      <div className={classes.columns}>
        <section className={classes.ranked}>
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
          isMerch={isMerch}
          taken={new Set(items.map(({ userId }) => userId))}
          onAdd={(creator) => change([...items, creator])}
        />
      </div>
      <SaveBar
        isUnsaved={isUnsaved}
        isBusy={state === 'busy'}
        fault={typeof state === 'object' ? state.fault : null}
        onReload={typeof state === 'object' && state.isStale ? () => void revalidate() : undefined}
        saved={state === 'saved' ? <Trans>Сохранено: порядок уже на сайте</Trans> : null}
        unsaved={<Trans>Порядок изменён и ещё не сохранён</Trans>}
        save={<Trans>Сохранить порядок</Trans>}
        onForget={() => change(ranking.items)}
        onSave={() => void save()}
      />
      <LeaveDialog blocker={blocker} />
    </>
  );
}
