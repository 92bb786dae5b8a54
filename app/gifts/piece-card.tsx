import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Ikat } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import type { GiftedProduct } from './gift-shapes.ts';
import classes from './piece-card.module.css';

interface PieceCardProps {
  readonly product: Pick<GiftedProduct, 'id' | 'name' | 'imageUrl' | 'isSold'>;
  readonly creator: { readonly userName: string; readonly displayName: string };
  /** Below the names. */
  readonly children?: ReactNode;
}

/** The product whose pieces are given: picture, name and creator. It leads to the product where buyers may see it. */
export function PieceCard({ product, creator, children }: PieceCardProps) {
  const { id, name, imageUrl, isSold } = product;
  return (
    <div className={classes.card}>
      <span className={classes.picture} aria-hidden>
        {imageUrl === null ? (
          <Ikat userName={creator.userName} width={96} height={96} />
        ) : (
          <Picture name={imageUrl} alt="" width={96} height={96} sizes="96px" from={128} to={256} />
        )}
      </span>
      <div className={classes.words}>
        {isSold ? (
          <Link className={classes.name} to={`/merch/${id}`}>
            {name}
          </Link>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <small>{creator.displayName}</small>
        {children}
      </div>
    </div>
  );
}
