import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { loadOwnList, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { countMissed, countOwed } from '../count-owed.ts';
import { MissedLink } from '../missed-link.tsx';
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

export async function clientLoader(asked: Route.ClientLoaderArgs) {
  const { signal } = asked.request;
  const [own, limits] = await Promise.all([
    loadOwnList(live.read, asked),
    // Without them the server says what they are.
    call('GET Donate/Settings', {}, { signal }).catch(() => null),
  ]);
  return { ...own, limits };
}

/** The creator's rewards: offered, watched and closed here, during a stream from a phone. */
export default function Rewards({ loaderData: { loaded, currency, limits } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const [addedId, setAddedId] = useState<string | null>(null);
  const { Skip, Take } = loaded.query;
  if (addedId !== null && Skip > 0) setAddedId(null);
  const isFull = openOf(list).length >= rewardLimits.open;
  const full = <Trans>Открыто десять наград, больше сразу нельзя. Закройте одну, чтобы добавить новую.</Trans>;

  return (
    <OwnList
      title={t`Награды`}
      views={
        <Row gap={16} rowGap={8} align="center">
          <RewardsNav owed={list.owed} />
          <MissedLink count={list.missed} />
        </Row>
      }
      shown={list.items.map((reward) => (
        <OwnReward
          key={reward.id}
          reward={reward}
          currency={currency}
          limits={limits}
          isAdded={reward.id === addedId && reward.closedAt === null}
        />
      ))}
      count={list.count}
      take={Take}
      isLost={isLost}
      add={<Trans>Добавить награду</Trans>}
      // The open ones are all on the first page.
      instead={Skip > 0 ? null : isFull ? full : undefined}
      form={(onClose) => (
        <RewardForm reward={null} currency={currency} limits={limits} onSaved={setAddedId} onClose={onClose} />
      )}
      none={<Trans>Наград пока нет</Trans>}
    >
      <Trans>Предложите что-нибудь за донат от суммы, которую назовёте: имя в титрах, открытку, игру вдвоём.</Trans>
    </OwnList>
  );
}
