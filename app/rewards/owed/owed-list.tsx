import { type ReactNode, useState } from 'react';
import type { OwedState } from '../reward-shapes.ts';
import { OwedActs } from './owed-acts.tsx';
import type { OwedReward } from './owed-loader.ts';
import { OwedTable } from './owed-table.tsx';
import { useMarking } from './use-marking.ts';

interface OwedListProps {
  readonly items: readonly OwedReward[];
  /** On all pages. */
  readonly count: number;
  readonly take: number;
  readonly state: OwedState;
  readonly currency: string;
  /** Stands in place of the rows where there are none. */
  readonly children: ReactNode;
}

/** The rows of a page, of which several are marked at once. */
export function OwedList({ items, count, take, state, currency, children }: OwedListProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const marking = useMarking({ count, take, state });
  // What is no longer listed is not marked unseen.
  const chosen = items.filter(({ donationId }) => picked.has(donationId));

  function choose(rows: readonly OwedReward[], isChosen: boolean) {
    const ids = rows.map(({ donationId }) => donationId);
    const others = chosen.map(({ donationId }) => donationId).filter((id) => !ids.includes(id));
    setPicked(new Set(isChosen ? [...others, ...ids] : others));
  }

  async function mark(donationIds: readonly string[], isGiven: boolean) {
    if (await marking.mark(donationIds, isGiven)) setPicked(new Set());
  }

  return (
    <>
      {items.length === 0 ? (
        children
      ) : (
        <OwedTable
          items={items}
          state={state}
          currency={currency}
          isChosen={({ donationId }) => picked.has(donationId)}
          onChoose={(row, isChosen) => choose([row], isChosen)}
        />
      )}
      {(items.length > 0 || marking.last !== null) && (
        <OwedActs
          state={state}
          all={items}
          chosen={chosen}
          marking={marking}
          onChooseAll={(isChosen) => choose(items, isChosen)}
          onMark={(donationIds, isGiven) => void mark(donationIds, isGiven)}
        />
      )}
    </>
  );
}
