import { Trans } from '@lingui/react/macro';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import classes from '../product-card.module.css';
import { ProductCard } from '../product-card.tsx';
import { type CardProduct, isWideCard } from '../product-view.ts';

export interface CreatorMerchProps {
  readonly userName: string;
  readonly cards: readonly CardProduct[];
  /** The total number of the creator's products. */
  readonly count: number;
  readonly currency: string;
}

/** The first products of a creator, with a link to the market filtered by the creator. */
export default function CreatorMerch({ userName, cards, count, currency }: CreatorMerchProps) {
  if (cards.length === 0)
    return (
      <EmptyState
        title={<Trans>Автор пока не выставил мерч</Trans>}
        action={
          <LinkButton to={{ search: '' }} replace look="quiet">
            <Trans>Поддержать донатом</Trans>
          </LinkButton>
        }
      >
        <Trans>Футболки, кружки и постеры появятся здесь, как только автор их выпустит.</Trans>
      </EmptyState>
    );
  return (
    <>
      <div className={classes.grid}>
        {cards.map((card, place) => (
          <ProductCard
            key={card.id}
            product={card}
            currency={currency}
            level={2}
            withSeller={false}
            isWide={isWideCard(place, cards.length)}
          />
        ))}
      </div>
      <p className={classes.onward}>
        <LinkButton to={`/market?creator=${userName}`} look="quiet">
          {count > cards.length ? <Trans>Весь мерч автора: {count}</Trans> : <Trans>Искать в маркете</Trans>}
        </LinkButton>
      </p>
    </>
  );
}
