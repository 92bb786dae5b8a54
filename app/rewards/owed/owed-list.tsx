import { type ReactNode, useState } from 'react';
import { ChooseAll } from '#base/ui/lists/choose-all.tsx';
import { ListHead } from '#base/ui/lists/list-head.tsx';
import type { OwedState } from '../reward-rules.ts';
import { OwedActs } from './owed-acts.tsx';
import type { OwedReward } from './owed-loader.ts';
import { OwedTable } from './owed-table.tsx';
import { useMarking } from './use-marking.ts';

interface OwedListProps {
  readonly items: readonly OwedReward[];
  readonly take: number;
  readonly state: OwedState;
  readonly rewardId: string | undefined;
  /** Another one begins with nothing chosen and nothing said. */
  readonly view: string;
  readonly currency: string;
  /** How many there are, in words. */
  readonly found: ReactNode;
  /** Stands in place of the rows where there are none. */
  readonly children: ReactNode;
}

const idsOf = (rows: readonly OwedReward[]) => rows.map(({ donationId }) => donationId);

/** The rows of a page, of which several are marked at once. */
export function OwedList({ items, take, state, rewardId, view, currency, found, children }: OwedListProps) {
  const [picked, setPicked] = useState({ view, ids: new Set<string>() });
  const marking = useMarking({ take, state, rewardId, view });
  // What is no longer listed is not marked unseen.
  const chosen = items.filter(({ donationId }) => picked.view === view && picked.ids.has(donationId));
  const pick = (ids: readonly string[]) => setPicked({ view, ids: new Set(ids) });

  function choose(rows: readonly OwedReward[], isChosen: boolean) {
    const others = chosen.filter((row) => !rows.includes(row));
    pick(idsOf(isChosen ? [...others, ...rows] : others));
  }

  async function mark(donationIds: readonly string[], isGiven: boolean) {
    if (await marking.mark(donationIds, isGiven)) pick([]);
  }

  return (
    <>
      <ListHead found={found}>
        {items.length > 0 && (
          <ChooseAll isChosen={chosen.length === items.length} onChoose={(isChosen) => choose(items, isChosen)} />
        )}
      </ListHead>
      {items.length === 0 ? (
        children
      ) : (
        <OwedTable
          items={items}
          currency={currency}
          isChosen={(row) => chosen.includes(row)}
          onChoose={(row, isChosen) => choose([row], isChosen)}
        />
      )}
      {(items.length > 0 || marking.last !== null) && (
        <OwedActs
          state={state}
          hasRows={items.length > 0}
          owed={idsOf(chosen.filter(({ givenAt }) => givenAt === null))}
          given={idsOf(chosen.filter(({ givenAt }) => givenAt !== null))}
          marking={marking}
          onMark={(donationIds, isGiven) => void mark(donationIds, isGiven)}
        />
      )}
    </>
  );
}
