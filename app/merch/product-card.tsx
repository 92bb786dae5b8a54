import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Ikat } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { ColourDots } from './colour-dots.tsx';
import classes from './product-card.module.css';
import { type CardProduct, stockState } from './product-view.ts';

interface ProductCardProps {
  readonly product: CardProduct;
  readonly currency: string;
  readonly level?: 2 | 3;
  /** False when all cards are of one creator. */
  readonly withSeller?: boolean;
  /** It is visible when the view opens. */
  readonly isFirst?: boolean;
  /** On a phone it takes a whole row, so that an odd number of cards leaves none alone; on the widest screens four cells where there are nine. */
  readonly isWide?: boolean;
}

const sizes = '(width < 37.5em) calc(50vw - 22px), (width < 60em) 33vw, 300px';
const wideSizes = '(width < 37.5em) calc(100vw - 32px), (width < 60em) 33vw, (width < 120em) 300px, 680px';

/** A product in a list: picture, name, price, creator and colours. The card links to the product, the creator's name to the creator. */
export function ProductCard({
  product,
  currency,
  level = 3,
  withSeller = true,
  isFirst = false,
  isWide = false,
}: ProductCardProps) {
  const { id, name, price, photo, colours, stock, isForMembers, seller } = product;
  const Heading = level === 2 ? 'h2' : 'h3';
  const state = stockState(stock);
  return (
    <article className={classes.card} data-wide={isWide || undefined} data-sold-out={state === 'none' || undefined}>
      <div className={classes.photo}>
        {photo === null ? (
          <Ikat userName={seller.userName} width={480} height={480} />
        ) : (
          <Picture name={photo} alt="" width={512} height={512} sizes={isWide ? wideSizes : sizes} isFirst={isFirst} />
        )}
        {state === 'none' && (
          <span className={classes.mark}>
            <Trans>Распродано</Trans>
          </span>
        )}
        {state !== 'none' && isForMembers && (
          <span className={classes.mark}>
            <Trans>Для подписчиков</Trans>
          </span>
        )}
        {state === 'few' && !isForMembers && (
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

/** The placeholder of a card while the list loads. */
export function ProductCardSkeleton({ isWide }: { readonly isWide: boolean }) {
  return (
    <div className={classes.card} data-wide={isWide || undefined} data-waiting aria-hidden>
      <div className={classes.photo} />
      <span className={classes.line} data-width="name" />
      <span className={classes.line} />
      <span className={classes.line} data-width="seller" />
    </div>
  );
}
