import { Trans } from '@lingui/react/macro';
import { pictureAddress } from '#app/images/picture-address.ts';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
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
    <Stack as="span" className={classes.level} gap={14} rowGap={4} shrinks>
      {picture !== null && <img className={classes.picture} src={pictureAddress(picture, 256)} alt="" />}
      <Row as="span" className={classes.head} gap={12} rowGap={0} align="baseline" justify="between">
        <b>{name}</b>
        <Text as="span" weight={600}>
          <Trans>
            <Sum amount={amount} currency={currency} /> в месяц
          </Trans>
        </Text>
      </Row>
      {words !== '' && (
        <Text as="span" className={classes.words} size={14} dim>
          {words}
        </Text>
      )}
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
    </Stack>
  );
}
