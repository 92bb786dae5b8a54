import { Plural, Trans } from '@lingui/react/macro';
import { countdownText } from '#app/donathon/countdown.ts';
import { useCountdown } from '#app/donathon/use-countdown.ts';
import board from '../statistics/statistics-widget-screen.module.css';
import type { StreamedDraws } from '../widgets.calls.ts';
import { Winners } from './winners.tsx';

type BoardGift = StreamedDraws['gifts'][number];

interface StreamedGiftProps {
  readonly gift: BoardGift;
  /** Of the page of the creator. */
  readonly address: string;
  /** How far the server's clock is ahead of the page's timer. */
  readonly ahead: number;
  /** How many names there is room for. */
  readonly mostNames: number;
}

/** A gift for viewers on the stream: what it is, where and until when to take part, then who got it. */
export function StreamedGift({ gift, address, ahead, mostNames }: StreamedGiftProps) {
  const { kind, giver, name, count, isDrawn, places, left } = gift;
  return (
    <div className={board.offer} data-testid="gift">
      <p className={board.text}>
        {kind === 'Pieces' ? (
          <Trans>
            {count} × «{name}»
          </Trans>
        ) : (
          <Plural value={count} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
        )}
      </p>
      <p className={board.quiet}>
        {giver === null ? <Trans>Подарок зрителям</Trans> : <Trans>Подарок зрителям от {giver}</Trans>}
      </p>
      {isDrawn && places.length > 0 && <Winners places={places} most={mostNames} />}
      {!isDrawn && <Entering gift={gift} ahead={ahead} />}
      {isDrawn && left > 0 && (
        <p className={board.quiet}>
          <Trans>Осталось {left}, кто первый:</Trans>
        </p>
      )}
      {(left > 0 || !isDrawn) && <p className={board.mark}>{`${address}/\u200bgifts`}</p>}
    </div>
  );
}

function Entering({ gift: { entryUntil }, ahead }: Pick<StreamedGiftProps, 'gift' | 'ahead'>) {
  const seconds = useCountdown({ state: 'running', endsAt: entryUntil, remaining: 0 }, ahead);
  return (
    <p className={board.row}>
      <span>{seconds === 0 ? <Trans>Разыгрываем</Trans> : <Trans>Участвуйте</Trans>}</span>
      {seconds > 0 && (
        <b className={board.mark} role="timer">
          {countdownText(seconds)}
        </b>
      )}
    </p>
  );
}
