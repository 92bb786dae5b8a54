/** The limits of streams together (docs/rules.md#joint-streams), for the form and the server. */
export const jointLimits = {
  title: 80,
  /** Members with the host. */
  least: 2,
  most: 10,
  /** Not started yet, of one host. */
  planned: 3,
  /** That a creator has not answered, of all hosts. */
  invitations: 10,
  hours: { least: 1, most: 24, usual: 12 },
} as const;

/** What of all that is given a member has who shares now with others; in per cent with one decimal. */
export function shareNow(percent: number, sharing: readonly { readonly percent: number }[]): number {
  const all = sharing.reduce((sum, other) => sum + other.percent, 0);
  return all === 0 ? 0 : Math.round((percent / all) * 1_000) / 10;
}

/** Faults of a stream together, as the form and the server say them. */
export const jointFaults = {
  required: 'Заполните поле',
  wholeSum: 'Доли должны давать вместе 100 %',
  unknown: 'Такого автора нет',
  twice: 'Этот автор уже назван',
  flooded: 'У этого автора уже десять приглашений без ответа',
  percent: 'Доля — целое число от 1 до 99',
} as const;
