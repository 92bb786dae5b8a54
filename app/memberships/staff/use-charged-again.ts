import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { looksForOutcome } from '../listing/provider-answer.ts';
import type { MembershipState } from '../membership-state.ts';
import type { StaffMembership } from './staff-membership.ts';

/** A charge that the staff asked for, and what has come of it. */
export interface ChargedAgain {
  /** The membership as it was before. */
  readonly of: StaffMembership;
  readonly outcome: 'asked' | 'late' | 'paid' | { readonly refusal: string };
}

/** The states in which the charge of a membership can end; the paid one first. */
const states: readonly MembershipState[] = ['Active', 'Overdue', 'Paused'];

/** The membership as it is now; null: it is in none of the states, or went from one to another meanwhile. */
async function readNow({ id, donorId }: StaffMembership): Promise<StaffMembership | null> {
  const lists = await Promise.all(
    states.map((State) => call('GET Moderator/Memberships', { query: { State, UserId: donorId, Take: 100 } })),
  );
  return lists.flatMap(({ items }) => items).find((one) => one.id === id) ?? null;
}

/** What has come of a charge; null: nothing yet. */
function outcomeOf(before: StaffMembership, now: StaffMembership | null): ChargedAgain['outcome'] | null {
  if (now === null) return null;
  if (now.months > before.months) return 'paid';
  return now.isDue || now.refusal === null ? null : { refusal: now.refusal };
}

/** The last charge that the staff asked for on this screen: its outcome is looked for, and the list loaded with it. */
export function useChargedAgain() {
  const { revalidate } = useRevalidator();
  const [charged, setCharged] = useState<ChargedAgain | null>(null);
  const asked = charged?.outcome === 'asked' ? charged.of : null;
  const look = useEffectEvent(async (isLast: boolean) => {
    if (asked === null) return;
    const outcome = outcomeOf(asked, await readNow(asked).catch(() => null)) ?? (isLast ? 'late' : null);
    if (outcome === null) return;
    setCharged((last) => (last?.of === asked ? { of: asked, outcome } : last));
    await revalidate();
  });
  useEffect(() => (asked === null ? undefined : looksForOutcome((isLast) => void look(isLast))), [asked]);
  return {
    charged,
    charge: async (of: StaffMembership) => {
      setCharged({ of, outcome: 'asked' });
      await revalidate();
    },
  };
}
