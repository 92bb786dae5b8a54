import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ShownAlert } from '../widget-shapes.ts';
import { isolated } from './scripts.ts';

/** Returns what names the donor of an alert, with the month of monthly support that the donation pays, or what it gives to viewers. */
export function useDonorText(): (
  alert: Pick<ShownAlert, 'name' | 'month' | 'giftedMonths' | 'giftedPieces'>,
) => string {
  const { t } = useLingui();
  return ({ name, month, giftedMonths, giftedPieces }) => {
    const plain = name ?? t`Аноним`;
    const who = isolated(plain);
    // A server of an earlier version sends none of them.
    if (giftedMonths) {
      return t`${who} дарит зрителям ${plural(giftedMonths, { one: '# месяц', few: '# месяца', many: '# месяцев', other: '# месяца' })}`;
    }
    if (giftedPieces) {
      const { count, product } = giftedPieces;
      return t`${who} дарит зрителям ${plural(count, { one: '# вещь', few: '# вещи', many: '# вещей', other: '# вещи' })}: ${product}`;
    }
    if (!month) return plain;
    return month === 1 ? t`${who} — теперь каждый месяц` : t`${who} — ${month}-й месяц`;
  };
}
