import { useLingui } from '@lingui/react/macro';
import type { ShownAlert } from '../widget-shapes.ts';
import { isolated } from './scripts.ts';

/** Returns what names the donor of an alert, with the month of monthly support that the donation pays. */
export function useDonorText(): (alert: Pick<ShownAlert, 'name' | 'month'>) => string {
  const { t } = useLingui();
  return ({ name, month }) => {
    const plain = name ?? t`Аноним`;
    // A server of an earlier version sends no month.
    if (!month) return plain;
    const who = isolated(plain);
    return month === 1 ? t`${who} — теперь каждый месяц` : t`${who} — ${month}-й месяц`;
  };
}
