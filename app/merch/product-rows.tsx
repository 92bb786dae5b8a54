import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { TitledSection } from '#base/ui/page/titled-section.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import cardClasses from './product-card.module.css';
import { ProductCard } from './product-card.tsx';
import classes from './product-rows.module.css';
import type { CardProduct } from './product-view.ts';

interface Category {
  readonly id: number;
  readonly name: string;
}

interface ProductRowsProps {
  readonly rows: readonly (Category & { readonly cards: readonly CardProduct[] })[];
  /** The categories without a row. */
  readonly others: readonly Category[];
  readonly currency: string;
}

const categoryAddress = (id: number) => `/market?category=${String(id)}`;

/** Merch in rows by category, with links to the rest. Renders nothing when there is no merch. */
export function ProductRows({ rows, others, currency }: ProductRowsProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  if (rows.length === 0) return null;
  return (
    <>
      {rows.map(({ id, name: given, cards }) => {
        const name = nameOf(given);
        return (
          <TitledSection
            key={id}
            id={`category-${String(id)}`}
            title={name}
            more={
              <LinkButton to={categoryAddress(id)} look="quiet" aria-label={t`Вся категория: ${name}`}>
                <Trans>Вся категория</Trans>
              </LinkButton>
            }
          >
            <div className={`${cardClasses.row} ${classes.row}`}>
              {cards.map((card) => (
                <ProductCard key={card.id} product={card} currency={currency} />
              ))}
            </div>
          </TitledSection>
        );
      })}
      <nav className={classes.others} aria-label={t`Ещё мерч`}>
        {others.map(({ id, name }) => (
          <LinkButton key={id} to={categoryAddress(id)} look="quiet">
            {nameOf(name)}
          </LinkButton>
        ))}
        <LinkButton to="/market">
          <Trans>Весь мерч</Trans>
        </LinkButton>
      </nav>
    </>
  );
}
