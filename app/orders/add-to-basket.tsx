import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconShoppingBagPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import classes from './add-to-basket.module.css';
import { type BasketProduct, basketItemOf, missingChoice } from './guest-basket/basket-product.ts';
import { useAdding } from './guest-basket/use-adding.ts';

interface AddToBasketProps {
  readonly product: BasketProduct;
  /** The chosen size; null while none is chosen, or there is nothing to choose. */
  readonly sizeId: number | null;
  readonly colorId: number | null;
  /** 1..99. Default 1. */
  readonly quantity?: number;
}

/** The button «В корзину» for guests and users. It reports success at once, with a link to the basket, or why the server refused. */
export function AddToBasket({ product, sizeId, colorId, quantity = 1 }: AddToBasketProps) {
  const { t } = useLingui();
  const { adding, add } = useAdding();
  const [isChecked, setChecked] = useState(false);
  const choice = { sizeId, colorId, quantity };
  const missing = missingChoice(product, choice);
  const isSoldOut = product.stock === 0;
  const chooseFirst = { size: t`Сначала выберите размер`, colour: t`Сначала выберите цвет` };
  const trouble = isChecked && missing !== null ? chooseFirst[missing] : null;

  function press() {
    setChecked(true);
    if (missing === null) void add(basketItemOf(product, choice));
  }

  return (
    <div className={classes.place}>
      <button {...withKeptFocus({ disabled: isSoldOut, onClick: press })} type="button" className={classes.button}>
        {adding.step === 'added' ? (
          <IconCheck size={22} stroke={2} aria-hidden />
        ) : (
          <IconShoppingBagPlus size={22} stroke={1.75} aria-hidden />
        )}
        {isSoldOut ? <Trans>Закончился</Trans> : <Trans>В корзину</Trans>}
      </button>
      <div className={classes.status} role="status">
        {trouble === null && adding.step === 'added' && (
          <>
            <Trans>Добавлено.</Trans>{' '}
            <Link to="/basket" className={classes.link}>
              <Trans>Перейти в корзину</Trans>
            </Link>
          </>
        )}
        {(trouble !== null || adding.step === 'failed') && (
          <span className={classes.trouble}>
            <FailureText>{trouble ?? (adding.step === 'failed' && adding.failure.message)}</FailureText>
          </span>
        )}
      </div>
    </div>
  );
}
