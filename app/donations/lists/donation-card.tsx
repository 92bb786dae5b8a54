import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Ikat } from '#app/images/ikat.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import type { donationsCalls } from '../donations.calls.ts';
import { faceOf } from './creator-colours.ts';
import classes from './donation-card.module.css';

export type Donation = CallAnswer<typeof donationsCalls.success>;

interface DonationCardProps {
  readonly donation: Donation;
  readonly currency: string;
  /** Its state. */
  readonly children: ReactNode;
}

/** A donation for its donor: the creator with cover and face, amount and message. */
export function DonationCard({ donation, currency, children }: DonationCardProps) {
  const { creator, amount, message, name } = donation;
  const { picture, cover, initial, ground, ink } = faceOf(creator);
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        {cover === null ? (
          <Ikat {...creator} width={560} height={112} />
        ) : (
          <img src={cover} alt="" width={560} height={112} />
        )}
      </div>
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
