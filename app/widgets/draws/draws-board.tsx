import { Plural, Trans } from '@lingui/react/macro';
import { countdownText } from '#app/donathon/countdown.ts';
import { useCountdown } from '#app/donathon/use-countdown.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { type BoardProps, FittedBoard } from '../statistics/fitted-board.tsx';
import board from '../statistics/statistics-widget-screen.module.css';
import type { StreamedDraws } from '../widgets.calls.ts';

/** What a board says of a draw. */
export type BoardDraw = StreamedDraws['draws'][number];

interface DrawsBoardProps extends BoardProps {
  readonly draws: readonly BoardDraw[];
  /** How far the server's clock is ahead of the page's timer. */
  readonly ahead: number;
}

/** Draws on the stream, in the colours of the statistics: what can be won and until when, then who has won. */
export function DrawsBoard({ settings, draws, ahead, isPreview = false }: DrawsBoardProps) {
  if (draws.length === 0) return null;
  return (
    <FittedBoard settings={settings} isPreview={isPreview} testId="draws">
      {draws.map((draw) => (
        <div key={draw.id} className={board.offer} data-testid="draw">
          <p className={board.text}>{draw.text}</p>
          {draw.state === 'held' ? (
            <Winners places={draw.places} most={mostNames(draws.length)} />
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

/** More of them would leave no room on the stream, where other draws need some, too. */
const mostNames = (draws: number) => (draws > 2 ? 3 : 10);

function Winners({ places, most }: Pick<BoardDraw, 'places'> & { readonly most: number }) {
  const left = places.length - most;
  if (places.length === 0) {
    return (
      <p className={board.quiet}>
        <Trans>Никто не участвовал, победителей нет</Trans>
      </p>
    );
  }
  return (
    <>
      <p className={board.mark}>{places.length === 1 ? <Trans>Победитель</Trans> : <Trans>Победители</Trans>}</p>
      <ol className={board.list}>
        {places.slice(0, most).map(({ place, name }) => (
          <li key={place}>
            <bdi>{name ?? <Trans>Аноним</Trans>}</bdi>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p className={board.quiet}>
          <Plural
            value={left}
            one="И ещё # победитель"
            few="И ещё # победителя"
            many="И ещё # победителей"
            other="И ещё # победителя"
          />
        </p>
      )}
    </>
  );
}
