import { lazy, Suspense } from 'react';
import { bring } from '#base/pages/bring.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import type { ShownProduct } from '../merch-shapes.ts';
import classes from './product-price.module.css';

interface ProductPriceProps {
  readonly product: ShownProduct;
  readonly currency: string;
}

// Few products have a price for members, or are for members alone.
// The style sheet comes with the page, so that nothing jumps when its code arrives.
const MemberTerms = lazy(() => bring(() => import('./member-terms.tsx')));

/** What a product costs: everybody, members of its creator, and whoever looks at it. */
export function ProductPrice({ product, currency }: ProductPriceProps) {
  const price = (
    <p className={classes.price}>
      <Sum amount={product.price} currency={currency} big />
    </p>
  );
  if (product.memberPrice === undefined && !product.isForMembers) return price;
  return (
    <Suspense
      fallback={
        <>
          {price}
          <div className={classes.note}>{'\u00a0'}</div>
        </>
      }
    >
      <MemberTerms product={product} currency={currency} />
    </Suspense>
  );
}
