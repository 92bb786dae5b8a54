import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { voteLimits } from '../vote-rules.ts';
import type { Route } from './+types/votes-screen';
import { OwnVote } from './own-vote.tsx';
import { VoteForm } from './vote-form.tsx';

const readAgain = 5_000;
const shownVotes = 50;

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [{ userName }, { country }] = await Promise.all([
    call('POST Identity/GetUser', {}, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  const { items } = await call('GET Vote/List', { query: { userName, Take: shownVotes } }, { signal });
  return { votes: items, currency: country.currencyLabel };
}

/** The creator's votes: asked, watched and ended here, during a stream from a phone. */
export default function Votes({ loaderData: { votes, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  const open = votes.filter(({ isOpen }) => isOpen);
  const ended = votes.filter(({ isOpen }) => !isOpen);
  const isWatched = open.length > 0;
  const ask = (
    <ActionButton onClick={() => setAsking(true)}>
      <Trans>Задать вопрос</Trans>
    </ActionButton>
  );

  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => document.hidden || void revalidate(), readAgain);
    return () => clearInterval(timer);
  }, [isWatched, revalidate]);

  return (
    <>
      <PageHead title={t`Голосования`} noIndex />
      <PageTitle>
        <Trans>Голосования</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        {votes.length === 0 && !isAsking && (
          <EmptyState title={<Trans>Вопросов пока нет</Trans>} action={ask}>
            <Trans>Спросите зрителей, во что играть дальше: они ответят донатом, а счёт виден на стриме.</Trans>
          </EmptyState>
        )}
        {isAsking && <VoteForm vote={null} currency={currency} onClose={() => setAsking(false)} />}
        {votes.length > 0 && open.length < voteLimits.open && !isAsking && <div>{ask}</div>}
        {open.map((vote) => (
          <OwnVote key={vote.id} vote={vote} currency={currency} />
        ))}
        {ended.map((vote) => (
          <OwnVote key={vote.id} vote={vote} currency={currency} />
        ))}
      </Stack>
    </>
  );
}
