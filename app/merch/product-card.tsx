import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Ikat } from '#app/ikat/ikat.public.tsx';
import { Picture } from '#app/images/picture.public.tsx';
import { Sum } from '#base/ui/sum.tsx';
import { ColourDots } from './colour-dots.tsx';
import classes from './product-card.module.css';
import { type CardProduct, stockState } from './product-view.ts';

interface ProductCardProps {
  readonly product: CardProduct;
  readonly currency: string;
  readonly level?: 2 | 3;
  /** False where all cards are of one creator. */
  readonly withSeller?: boolean;
  /** It is among what the view opens with. */
  readonly isFirst?: boolean;
}

const sizes = '(width < 40em) 50vw, (width < 60em) 33vw, 300px';

/** A thing in a list: picture, name, price, whose it is, its colours. The whole card leads to it; the creator's name to him. */
export function ProductCard({ product, currency, level = 3, withSeller = true, isFirst = false }: ProductCardProps) {
  const { id, name, price, photo, colours, stock, seller } = product;
  const Heading = level === 2 ? 'h2' : 'h3';
  const state = stockState(stock);
  return (
    <article className={classes.card} data-sold-out={state === 'none' || undefined}>
      <div className={classes.photo}>
        {photo === null ? (
          <Ikat userName={seller.userName} width={480} height={480} />
        ) : (
          <Picture name={photo} alt="" width={512} height={512} sizes={sizes} isFirst={isFirst} />
        )}
        {state === 'none' && (
          <span className={classes.mark}>
            <Trans>Распродано</Trans>
          </span>
        )}
        {state === 'few' && (
          <span className={classes.mark} data-few>
            <Trans>Осталось {stock}</Trans>
          </span>
        )}
      </div>
      <Heading className={classes.name}>
        <Link to={`/merch/${id}`} className={classes.link} prefetch="intent">
          {name}
        </Link>
      </Heading>
      <p className={classes.money}>
        <strong>
          <Sum amount={price} currency={currency} />
        </strong>
        <ColourDots colours={colours} />
      </p>
      {withSeller && (
        <Link to={`/${seller.userName}`} className={classes.seller}>
          {seller.displayName}
        </Link>
      )}
    </article>
  );
}

/** The shape of a card while the list is on its way. */
export function ProductCardSkeleton() {
  return (
    <div className={classes.card} data-waiting aria-hidden>
      <div className={classes.photo} />
      <span className={classes.line} data-width="name" />
      <span className={classes.line} />
      <span className={classes.line} data-width="seller" />
    </div>
  );
}
