import { Trans } from '@lingui/react/macro';
import type { GiftEnd } from '../../gift-rules.ts';

/** Why gifted months are over. */
export function GiftEndWords({ endReason }: { readonly endReason: GiftEnd | null }) {
  switch (endReason) {
    case 'Refunded':
      return <Trans>Деньги вернули дарителю, больше месяцев не будет.</Trans>;
    case 'Lapsed':
      return <Trans>Время вышло: что не забрали, сгорело.</Trans>;
    case 'CreatorGone':
      return <Trans>Страница автора была закрыта, и раздавать месяцы перестали.</Trans>;
    default:
      return <Trans>Все месяцы разобрали.</Trans>;
  }
}
