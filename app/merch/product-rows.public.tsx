import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/link-button.tsx';
import cardClasses from './product-card.module.css';
import { ProductCard } from './product-card.tsx';
import classes from './product-rows.module.css';
import type { CardProduct } from './product-view.ts';

/** A category with its first things. */
export interface ProductRow {
  readonly id: number;
  readonly name: string;
  readonly cards: readonly CardProduct[];
}

/** Merch by category, a row each. Nothing while there is no merch. */
export function ProductRows({ rows, currency }: { rows: readonly ProductRow[]; currency: string }) {
  return rows.map(({ id, name, cards }) => (
    <section key={id} className={classes.section} aria-labelledby={`category-${String(id)}`}>
      <div className={classes.head}>
        <h2 id={`category-${String(id)}`} className={classes.title}>
          {name}
        </h2>
        <LinkButton to={`/market?category=${String(id)}`} look="quiet">
          <Trans>Вся категория</Trans>
        </LinkButton>
      </div>
      <div className={cardClasses.row}>
        {cards.map((card) => (
          <ProductCard key={card.id} product={card} currency={currency} />
        ))}
      </div>
    </section>
  ));
}
