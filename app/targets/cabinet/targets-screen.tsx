import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { loadOwnOffers, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useJustMade } from '#base/ui/lists/use-just-made.ts';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { targetLimits } from '../target-rules.ts';
import type { targetsCalls } from '../targets.calls.ts';
import type { Route } from './+types/targets-screen';
import { OwnTarget } from './own-target.tsx';
import { TargetForm } from './target-form.tsx';

type List = CallAnswer<typeof targetsCalls.targets>;

const openOf = ({ items }: List) => items.filter(({ closedAt }) => closedAt === null);

const live = {
  read: (query: OwnListQuery, signal: AbortSignal) => call('GET Target/List', { query }, { signal }),
  isOpen: (list: List) => openOf(list).length > 0,
};

export const clientLoader = (asked: Route.ClientLoaderArgs) => loadOwnOffers(live.read, asked);

/** The creator's targets: promised, watched and closed here, during a stream from a phone. */
export default function Targets({ loaderData: { loaded, currency, limits } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const { Skip, Take } = loaded.query;
  const [madeId, setMadeId] = useJustMade(Skip);
  const isFull = openOf(list).length >= targetLimits.open;
  const full = <Trans>Открыто пять рубежей, больше сразу нельзя. Закройте один, чтобы добавить новый.</Trans>;

  return (
    <OwnList
      title={t`Рубежи`}
      shown={list.items.map((target) => (
        <OwnTarget
          key={target.id}
          target={target}
          currency={currency}
          limits={limits}
          isMade={target.id === madeId && target.closedAt === null}
        />
      ))}
      count={list.count}
      take={Take}
      isLost={isLost}
      add={<Trans>Добавить рубеж</Trans>}
      // The open ones are all on the first page.
      instead={Skip > 0 ? null : isFull ? full : undefined}
      form={(onClose) => (
        <TargetForm target={null} currency={currency} limits={limits} onSaved={setMadeId} onClose={onClose} />
      )}
      none={<Trans>Рубежей пока нет</Trans>}
    >
      <Trans>Пообещайте что-нибудь за сумму: зрители соберут её донатами, а счёт виден на стриме.</Trans>
    </OwnList>
  );
}
