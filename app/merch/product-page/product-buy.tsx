import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AddToBasket } from '#app/orders/add-to-basket.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import type { WireProduct } from '../merch-shapes.ts';
import classes from './product-buy.module.css';
import { sizesId } from './product-choices.tsx';
import { QuantityField } from './quantity-field.tsx';

interface ProductBuyProps {
  readonly product: WireProduct;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  /** The button was pressed without a size. */
  readonly onSizeMissing: () => void;
}

const mostPieces = 99;

/** Scrolls to the sizes when the buyer has not chosen one. */
function showSizes() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const sizes = document.getElementById(sizesId);
  sizes?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'center' });
  sizes?.querySelector('a')?.focus({ preventScroll: true });
}

/** The quantity and the button «В корзину»: beside the choices, on a phone fixed at the bottom; below them the way to give pieces to viewers. */
export function ProductBuy({ product, sizeId, colorId, onSizeMissing }: ProductBuyProps) {
  const [quantity, setQuantity] = useState(1);
  const isSizeMissing = product.sizes.length > 0 && sizeId === null;

  function askForSize() {
    onSizeMissing();
    showSizes();
  }

  return (
    <>
      <div className={classes.bar}>
        {product.stock !== 0 && (
          <QuantityField
            value={quantity}
            most={Math.min(mostPieces, product.stock ?? mostPieces)}
            onChange={setQuantity}
          />
        )}
        {/* The button itself says aloud what is missing. */}
        <div className={classes.button} onClickCapture={isSizeMissing ? askForSize : undefined}>
          <AddToBasket product={product} sizeId={sizeId} colorId={colorId} quantity={quantity} />
        </div>
      </div>
      {product.stock !== 0 && !product.isForMembers && (
        <LinkButton look="quiet" to={`/merch/${product.id}/gift`}>
          <Trans>Подарить зрителям</Trans>
        </LinkButton>
      )}
      <noscript>
        <p className={classes.noScript}>
          <Trans>Чтобы положить вещь в корзину, включите в браузере скрипты.</Trans>
        </p>
      </noscript>
    </>
  );
}
