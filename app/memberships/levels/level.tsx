import { Trans } from '@lingui/react/macro';
import { pictureAddress } from '#app/images/picture-address.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import classes from './level.module.css';
import type { PublicLevel } from './public-level.ts';

interface LevelProps {
  readonly level: PublicLevel;
  readonly currency: string;
}

/** A level as donors see it: picture, name, price a month, words, and what one gets. */
export function Level({ level: { name, amount, words, benefits, picture, discountPercent }, currency }: LevelProps) {
  return (
    <span className={classes.level}>
      {picture !== null && <img className={classes.picture} src={pictureAddress(picture, 256)} alt="" />}
      <span className={classes.head}>
        <b>{name}</b>
        <span className={classes.price}>
          <Trans>
            <Sum amount={amount} currency={currency} /> в месяц
          </Trans>
        </span>
      </span>
      {words !== '' && <span className={classes.words}>{words}</span>}
      {discountPercent > 0 && (
        <span className={classes.benefit}>
          <Trans>Скидка {discountPercent} % на мерч</Trans>
        </span>
      )}
      {benefits.map((benefit) => (
        <span key={benefit} className={classes.benefit}>
          {benefit}
        </span>
      ))}
    </span>
  );
}
