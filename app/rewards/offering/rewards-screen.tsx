import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { loadOwnOffers, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useJustMade } from '#base/ui/lists/use-just-made.ts';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { countMissed, countOwed } from '../count-owed.ts';
import { rewardLimits } from '../reward-rules.ts';
import type { rewardsCalls } from '../rewards.calls.ts';
import { RewardsNav } from '../rewards-nav.tsx';
import type { Route } from './+types/rewards-screen';
import { OwnReward } from './own-reward.tsx';
import { RewardForm } from './reward-form.tsx';

type List = CallAnswer<typeof rewardsCalls.rewards>;

const openOf = ({ items }: List) => items.filter(({ closedAt }) => closedAt === null);

const live = {
  read: async (query: OwnListQuery, signal: AbortSignal) => {
    const [list, owed, missed] = await Promise.all([
      call('GET Reward/List', { query }, { signal }),
      countOwed(signal),
      countMissed(signal),
    ]);
    return { ...list, owed, missed };
  },
  isOpen: (list: List) => openOf(list).length > 0,
};

export const clientLoader = (asked: Route.ClientLoaderArgs) => loadOwnOffers(live.read, asked);

/** The creator's rewards: offered, watched and closed here, during a stream from a phone. */
export default function Rewards({ loaderData: { loaded, currency, limits } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const missedCount = useAmountText()(list.missed);
  const { Skip, Take } = loaded.query;
  const [madeId, setMadeId] = useJustMade(Skip);
  const isFull = openOf(list).length >= rewardLimits.open;
  const full = <Trans>Открыто десять наград, больше сразу нельзя. Закройте одну, чтобы добавить новую.</Trans>;

  return (
    <OwnList
      title={t`Награды`}
      views={
        <Row gap={16} rowGap={12}>
          <RewardsNav owed={list.owed} />
          {list.missed > 0 && (
            <LinkButton look="quiet" to="/profile/rewards/owed?state=missed">
              <Trans>Не досталось: {missedCount}</Trans>
            </LinkButton>
          )}
        </Row>
      }
      shown={list.items.map((reward) => (
        <OwnReward
          key={reward.id}
          reward={reward}
          currency={currency}
          limits={limits}
          isMade={reward.id === madeId && reward.closedAt === null}
        />
      ))}
      count={list.count}
      take={Take}
      isLost={isLost}
      add={<Trans>Добавить награду</Trans>}
      // The open ones are all on the first page.
      instead={Skip > 0 ? null : isFull ? full : undefined}
      form={(onClose) => (
        <RewardForm reward={null} currency={currency} limits={limits} onSaved={setMadeId} onClose={onClose} />
      )}
      none={<Trans>Наград пока нет</Trans>}
    >
      <Trans>Предложите что-нибудь за донат от суммы, которую назовёте: имя в титрах, открытку, игру вдвоём.</Trans>
    </OwnList>
  );
}
