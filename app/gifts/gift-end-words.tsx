import { Trans } from '@lingui/react/macro';
import type { GiftEnd } from './gift-rules.ts';

interface GiftEndWordsProps {
  readonly endReason: GiftEnd | null;
  /** Said to their donor. */
  readonly isOwn?: boolean;
}

/** Why gifted months are over. */
export function GiftEndWords({ endReason, isOwn = false }: GiftEndWordsProps) {
  switch (endReason) {
    case 'Refunded':
      return isOwn ? (
        <Trans>Деньги вам вернули, больше месяцев не будет.</Trans>
      ) : (
        <Trans>Деньги вернули дарителю, больше месяцев не будет.</Trans>
      );
    case 'Lapsed':
      return <Trans>Время вышло: что не забрали, сгорело.</Trans>;
    case 'CreatorGone':
      return <Trans>Страница автора была закрыта, и раздавать месяцы перестали.</Trans>;
    default:
      return <Trans>Все месяцы разобрали.</Trans>;
  }
}
