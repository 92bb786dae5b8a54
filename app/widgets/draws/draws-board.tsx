import { Plural, Trans } from '@lingui/react/macro';
import { countdownText } from '#app/donathon/countdown.ts';
import { useCountdown } from '#app/donathon/use-countdown.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { type BoardProps, FittedBoard } from '../statistics/fitted-board.tsx';
import board from '../statistics/statistics-widget-screen.module.css';
import type { StreamedDraws } from '../widgets.calls.ts';
import { StreamedGift } from './streamed-gift.tsx';
import { Winners } from './winners.tsx';

/** What a board says of a draw. */
export type BoardDraw = StreamedDraws['draws'][number];

interface DrawsBoardProps extends BoardProps {
  readonly draws: readonly BoardDraw[];
  readonly gifts: StreamedDraws['gifts'];
  /** How far the server's clock is ahead of the page's timer. */
  readonly ahead: number;
}

/** More of them would leave no room on the stream, where others need some, too. */
const mostNames = (shown: number) => (shown > 2 ? 3 : 10);

/** Draws and gifts for viewers on the stream, in the colours of the statistics: what there is and until when, then who has got it. */
export function DrawsBoard({ settings, draws, gifts, ahead, isPreview = false }: DrawsBoardProps) {
  const shown = draws.length + gifts.length;
  if (shown === 0) return null;
  return (
    <FittedBoard settings={settings} isPreview={isPreview} testId="draws">
      {gifts.map((gift) => (
        <StreamedGift
          key={gift.id}
          gift={gift}
          address={settings.creator.address}
          ahead={ahead}
          mostNames={mostNames(shown)}
        />
      ))}
      {draws.map((draw) => (
        <div key={draw.id} className={board.offer} data-testid="draw">
          <p className={board.text}>{draw.text}</p>
          {draw.state === 'held' ? (
            <Winners places={draw.places} most={mostNames(shown)} />
          ) : (
            <Waiting draw={draw} ahead={ahead} currency={settings.currency} />
          )}
        </div>
      ))}
    </FittedBoard>
  );
}

const secondsOfDay = 86_400;

interface WaitingProps {
  readonly draw: BoardDraw;
  readonly ahead: number;
  readonly currency: string;
}

function Waiting({ draw: { state, endsAt, leastSum, winners }, ahead, currency }: WaitingProps) {
  const seconds = useCountdown({ state: state === 'open' ? 'running' : 'over', endsAt, remaining: 0 }, ahead);
  const least = useSumText(currency)(leastSum);
  if (seconds === 0) {
    return (
      <p className={board.quiet}>
        <Trans>Донаты уже не считаются, скоро итоги</Trans>
      </p>
    );
  }
  return (
    <p className={board.row}>
      <span>
        <Trans>Донат от {least}</Trans>
        {winners > 1 && (
          <>
            {' · '}
            <Plural value={winners} one="# приз" few="# приза" many="# призов" other="# приза" />
          </>
        )}
      </span>
      <b className={board.mark} role="timer">
        {seconds > secondsOfDay ? (
          <Plural
            value={Math.floor(seconds / secondsOfDay)}
            one="ещё # день"
            few="ещё # дня"
            many="ещё # дней"
            other="ещё # дня"
          />
        ) : (
          countdownText(seconds)
        )}
      </b>
    </p>
  );
}
