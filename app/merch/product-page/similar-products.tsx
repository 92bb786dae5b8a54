import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import cardClasses from '../product-card.module.css';
import { ProductCard } from '../product-card.tsx';
import classes from '../product-rows.module.css';
import type { CardProduct } from '../product-view.ts';

interface SimilarProductsProps {
  readonly cards: readonly CardProduct[];
  readonly categoryId: number;
  readonly currency: string;
}

/** Other products of the same category; renders nothing when there are none. */
export function SimilarProducts({ cards, categoryId, currency }: SimilarProductsProps) {
  if (cards.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="similar">
      <div className={classes.head}>
        <h2 id="similar" className={classes.title}>
          <Trans>Похожие товары</Trans>
        </h2>
        <LinkButton to={`/market?category=${String(categoryId)}`} look="quiet">
          <Trans>Вся категория</Trans>
        </LinkButton>
      </div>
      <div className={cardClasses.row}>
        {cards.map((card) => (
          <ProductCard key={card.id} product={card} currency={currency} />
        ))}
      </div>
    </section>
  );
}
