import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { loadOwnList, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useJustMade } from '#base/ui/lists/use-just-made.ts';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { voteLimits } from '../vote-rules.ts';
import type { votesCalls } from '../votes.calls.ts';
import type { Route } from './+types/votes-screen';
import { OwnVote } from './own-vote.tsx';
import { VoteForm } from './vote-form.tsx';

type List = CallAnswer<typeof votesCalls.votes>;

const live = {
  read: (query: OwnListQuery, signal: AbortSignal) => call('GET Vote/List', { query }, { signal }),
  isOpen: ({ items }: List) => items.some(({ isOpen }) => isOpen),
};

export const clientLoader = (asked: Route.ClientLoaderArgs) => loadOwnList(live.read, asked);

/** The creator's votes: asked, watched and ended here, during a stream from a phone. */
export default function Votes({ loaderData: { loaded, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const { Skip, Take } = loaded.query;
  const [madeId, setMadeId] = useJustMade(Skip);
  const open = list.items.filter(({ isOpen }) => isOpen);
  const ended = list.items.filter(({ isOpen }) => !isOpen);
  const full = <Trans>Идут пять голосований, больше сразу нельзя. Завершите одно, чтобы задать новый вопрос.</Trans>;

  return (
    <OwnList
      title={t`Голосования`}
      shown={[...open, ...ended].map((vote) => (
        <OwnVote key={vote.id} vote={vote} currency={currency} isMade={vote.id === madeId && vote.isOpen} />
      ))}
      count={list.count}
      take={Take}
      isLost={isLost}
      add={<Trans>Задать вопрос</Trans>}
      // A new one stands on the first page.
      instead={Skip > 0 ? null : open.length < voteLimits.open ? undefined : full}
      form={(onClose) => <VoteForm vote={null} currency={currency} onSaved={setMadeId} onClose={onClose} />}
      none={<Trans>Вопросов пока нет</Trans>}
    >
      <Trans>Спросите зрителей, во что играть дальше: они ответят донатом, а счёт виден на стриме.</Trans>
    </OwnList>
  );
}
