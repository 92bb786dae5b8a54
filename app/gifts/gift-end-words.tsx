import { Trans } from '@lingui/react/macro';
import type { ShownGift } from './gift-shapes.ts';

interface GiftEndWordsProps {
  readonly gift: Pick<ShownGift, 'kind' | 'endReason'>;
  /** Said to their donor. */
  readonly isOwn?: boolean;
}

/** Why a gift is over. */
export function GiftEndWords({ gift: { kind, endReason }, isOwn = false }: GiftEndWordsProps) {
  const isPieces = kind === 'Pieces';
  switch (endReason) {
    case 'Refunded':
      if (isPieces) {
        return isOwn ? (
          <Trans>Деньги вам вернули, больше вещей не будет.</Trans>
        ) : (
          <Trans>Деньги вернули дарителю, больше вещей не будет.</Trans>
        );
      }
      return isOwn ? (
        <Trans>Деньги вам вернули, больше месяцев не будет.</Trans>
      ) : (
        <Trans>Деньги вернули дарителю, больше месяцев не будет.</Trans>
      );
    case 'Lapsed':
      if (isPieces) return <Trans>Время вышло: что не забрали, вернулось на витрину.</Trans>;
      return <Trans>Время вышло: что не забрали, сгорело.</Trans>;
    case 'CreatorGone':
      if (isPieces) return <Trans>Страница автора была закрыта, и раздавать вещи перестали.</Trans>;
      return <Trans>Страница автора была закрыта, и раздавать месяцы перестали.</Trans>;
    default:
      return isPieces ? <Trans>Все вещи разобрали.</Trans> : <Trans>Все месяцы разобрали.</Trans>;
  }
}
