import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { TitledSection } from '#base/ui/page/titled-section.tsx';
import cardClasses from '../product-card.module.css';
import { ProductCard } from '../product-card.tsx';
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
    <TitledSection
      id="similar"
      title={<Trans>Похожие товары</Trans>}
      more={
        <LinkButton to={`/market?category=${String(categoryId)}`} look="quiet">
          <Trans>Вся категория</Trans>
        </LinkButton>
      }
    >
      <div className={cardClasses.row}>
        {cards.map((card) => (
          <ProductCard key={card.id} product={card} currency={currency} />
        ))}
      </div>
    </TitledSection>
  );
}
