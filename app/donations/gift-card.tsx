import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/call.ts';
import { Sum } from '#base/ui/sum.tsx';
import { faceOf } from './creator-face.ts';
import type { donationsCalls } from './donations.calls.ts';
import classes from './thanks-screen.module.css';

export type Gift = CallAnswer<typeof donationsCalls.success>;

interface GiftCardProps {
  readonly gift: Gift;
  readonly currency: string;
  /** What became of it. */
  readonly children: ReactNode;
}

/** A gift as its donor sees it: to whom, how much, with which words. */
export function GiftCard({ gift, currency, children }: GiftCardProps) {
  const { creator, amount, message, name } = gift;
  const { picture, initial, ground, ink } = faceOf(creator);
  return (
    <article className={classes.card}>
      <Link to={`/${creator.userName}`} className={classes.creator}>
        {picture === null ? (
          <span className={classes.initial} style={{ background: ground, color: ink }} aria-hidden>
            {initial}
          </span>
        ) : (
          <img className={classes.picture} src={picture} alt="" width={72} height={72} />
        )}
        <span>{creator.displayName}</span>
      </Link>
      <div className={classes.outcome}>{children}</div>
      <p className={classes.sum}>
        <Sum amount={amount} currency={currency} big />
      </p>
      {message !== null && <blockquote className={classes.message}>{message}</blockquote>}
      {name !== null && <p className={classes.signed}>{name}</p>}
    </article>
  );
}
