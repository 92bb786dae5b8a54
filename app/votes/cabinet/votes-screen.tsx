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
import { voteLimits } from '../vote-rules.ts';
import type { votesCalls } from '../votes.calls.ts';
import type { Route } from './+types/votes-screen';
import { OwnVote } from './own-vote.tsx';
import { VoteForm } from './vote-form.tsx';

/** Votes on a page. */
const take = 20;

interface Query {
  readonly userName: string;
  readonly Skip: number;
  readonly Take: number;
}

type List = CallAnswer<typeof votesCalls.votes>;

const live = {
  read: (query: Query, signal: AbortSignal) => call('GET Vote/List', { query }, { signal }),
  isOpen: ({ items }: List) => items.some(({ isOpen }) => isOpen),
};

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const [{ userName }, { country }] = await Promise.all([
    call('POST Identity/GetUser', {}, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  const query = { userName, Skip: (pageNumber(url.searchParams) - 1) * take, Take: take };
  return { loaded: { query, list: await live.read(query, signal) }, currency: country.currencyLabel };
}

/** The creator's votes: asked, watched and ended here, during a stream from a phone. */
export default function Votes({ loaderData: { loaded, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const { items, count } = list;
  const [isAsking, setAsking] = useState(false);
  const open = items.filter(({ isOpen }) => isOpen);
  const ended = items.filter(({ isOpen }) => !isOpen);
  const ask = (
    <ActionButton onClick={() => setAsking(true)}>
      <Trans>Задать вопрос</Trans>
    </ActionButton>
  );

  return (
    <>
      <PageHead title={t`Голосования`} noIndex />
      <PageTitle>
        <Trans>Голосования</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        {count === 0 && !isAsking && (
          <EmptyState title={<Trans>Вопросов пока нет</Trans>} action={ask}>
            <Trans>Спросите зрителей, во что играть дальше: они ответят донатом, а счёт виден на стриме.</Trans>
          </EmptyState>
        )}
        {isLost && (
          <ErrorNotice>
            <Trans>Нет связи. Счёт обновится, как только она появится.</Trans>
          </ErrorNotice>
        )}
        {isAsking && <VoteForm vote={null} currency={currency} onClose={() => setAsking(false)} />}
        {count > 0 && !isAsking && (
          <div>
            {open.length < voteLimits.open ? (
              ask
            ) : (
              <Trans>Идут пять голосований, больше сразу нельзя. Завершите одно, чтобы задать новый вопрос.</Trans>
            )}
          </div>
        )}
        {[...open, ...ended].map((vote) => (
          <OwnVote key={vote.id} vote={vote} currency={currency} />
        ))}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        <PageNumbers count={count} take={take} />
      </Stack>
    </>
  );
}
