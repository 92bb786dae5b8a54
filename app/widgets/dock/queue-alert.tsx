import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { StateLook } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { useDonorText } from '../look/use-donor-text.ts';
import type { ListedAlert } from '../widget-shapes.ts';
import classes from './queue.module.css';

/** Public pages load the looks of the other states, which these would make larger. */
const looks: Readonly<Record<ListedAlert['state'], StateLook>> = {
  held: 'waits',
  queued: 'underWay',
  leased: 'underWay',
  playing: 'underWay',
  shown: 'done',
  skipped: 'over',
  rejected: 'over',
  uncertain: 'waits',
};

function State({ alert }: { readonly alert: ListedAlert }) {
  switch (alert.state) {
    case 'held':
      return alert.reason === 'belowMinimum' ? <Trans>ждёт вас, меньше минимума</Trans> : <Trans>ждёт вас</Trans>;
    case 'queued':
      return <Trans>в очереди</Trans>;
    case 'leased':
    case 'playing':
      return <Trans>на экране</Trans>;
    case 'shown':
      return <Trans>показано</Trans>;
    case 'skipped':
      if (alert.reason === 'belowMinimum') return <Trans>меньше минимума</Trans>;
      return alert.reason === 'refunded' ? <Trans>возвращено отправителю</Trans> : <Trans>пропущено</Trans>;
    case 'rejected':
      return <Trans>отклонено</Trans>;
    case 'uncertain':
      return <Trans>прервано на середине</Trans>;
  }
}

/** The masked words as viewers see them, with the name where that is masked too. */
function shownWords(shown: NonNullable<ListedAlert['shown']>, name: string | null): string {
  return [shown.name === name ? null : shown.name, shown.message].filter((part) => part !== null).join(': ');
}

/** The id of the element of the alert that is on the screen. */
export const currentAlertId = 'alert-now';

interface QueueAlertProps {
  readonly alert: ListedAlert;
  readonly currency: string;
  readonly isNow?: boolean;
  /** Its buttons. */
  readonly children?: ReactNode;
}

/** One alert of the queue: donor, amount, message, what viewers see of it, state and buttons. */
export function QueueAlert({ alert, currency, isNow = false, children }: QueueAlertProps) {
  const sumText = useSumText(currency);
  const donorText = useDonorText();
  const { digest, name, amount, message, isTest, shown, giftedMonths, giftedPieces, payId } = alert;
  const words = shown && shownWords(shown, name);
  return (
    <Stack
      as="li"
      className={classes.alert}
      gap={16}
      rowGap={4}
      align="center"
      id={isNow ? currentAlertId : undefined}
      data-now={isNow || undefined}
      data-state={alert.state}
    >
      <Row className={classes.who} align="baseline" shrinks>
        {digest ? (
          <span>
            <Plural
              value={digest.count}
              one="# донат вместе"
              few="# доната вместе"
              many="# донатов вместе"
              other="# доната вместе"
            />
          </span>
        ) : (
          <span>{donorText(alert)}</span>
        )}
        <b>{sumText(amount)}</b>
        <Tag look={looks[alert.state]}>
          <State alert={alert} />
        </Tag>
        {isTest && (
          <Tag>
            <Trans>тест</Trans>
          </Tag>
        )}
        {(giftedMonths || giftedPieces) && payId !== null ? (
          <a
            className={classes.gift}
            href={`/${giftedPieces ? 'gifts' : 'months'}/${payId}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Trans>Открыть подарок</Trans>
          </a>
        ) : null}
      </Row>
      {(message !== null || digest) && (
        <Text className={classes.message} size={14} dim>
          {digest ? digest.names.join(', ') : message}
        </Text>
      )}
      {words !== null && (
        <Text className={classes.quiet} size={14} dim>
          <Trans>Зрителям: {words}</Trans>
        </Text>
      )}
      <Row className={classes.acts} gap={8}>
        {children}
      </Row>
    </Stack>
  );
}
