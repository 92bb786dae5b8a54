import { Trans } from '@lingui/react/macro';
import type { ShownGift } from '../gift-shapes.ts';

/** What whoever gets a piece has to do, and pays: nothing. */
export function PieceLead({ gift: { state, product } }: { readonly gift: ShownGift }) {
  if (state === 'Over' || product === null) return null;
  const hasChoice = product.sizes.length + product.colors.length > 0;
  return (
    <p>
      <Trans>Вещь и доставка до пункта выдачи уже оплачены, карта не нужна.</Trans>{' '}
      {hasChoice ? (
        <Trans>Кому она достанется, тот за 30 дней сам выберет размер, цвет и пункт.</Trans>
      ) : (
        <Trans>Кому она достанется, тот за 30 дней сам выберет пункт.</Trans>
      )}
    </p>
  );
}
