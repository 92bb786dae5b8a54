import { Plural, Trans } from '@lingui/react/macro';
import { countdownText } from '#app/donathon/countdown.ts';
import { useCountdown } from '#app/donathon/use-countdown.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { useFitted } from '../look/use-fitted.ts';
import { boardLook } from '../statistics/board-look.ts';
import board from '../statistics/statistics-widget-screen.module.css';
import { fitBoard } from '../targets/fit-board.ts';
import type { ShownSettings } from '../widget-shapes.ts';
import type { StreamedDraws } from '../widgets.calls.ts';

/** What a board says of a draw. */
export type BoardDraw = StreamedDraws['draws'][number];

interface BoardProps {
  readonly settings: ShownSettings;
  readonly draws: readonly BoardDraw[];
  /** How far the server's clock is ahead of the page's timer. */
  readonly ahead: number;
  /** In the cabinet instead of on a whole page. */
  readonly isPreview?: boolean;
}

/** Draws on the stream, in the colours of the statistics: what can be won and until when, then who has won. */
export function DrawsBoard({ settings, draws, ahead, isPreview = false }: BoardProps) {
  const fitted = useFitted<HTMLElement>((shown) => fitBoard(shown, settings.statistics.size / 100));
  if (draws.length === 0) return null;
  return (
    <section
      ref={fitted}
      className={board.board}
      style={boardLook(settings)}
      data-preview={isPreview || undefined}
      data-testid="draws"
    >
      {draws.map((draw) => (
        <div key={draw.id} className={board.offer} data-testid="draw">
          <p className={board.text}>{draw.text}</p>
          {draw.state === 'held' ? (
            <Winners names={draw.names} most={mostNames(draws.length)} />
          ) : (
            <Waiting draw={draw} ahead={ahead} currency={settings.currency} />
          )}
        </div>
      ))}
    </section>
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

function Winners({ names, most }: Pick<BoardDraw, 'names'> & { readonly most: number }) {
  const left = names.length - most;
  if (names.length === 0) {
    return (
      <p className={board.quiet}>
        <Trans>Никто не участвовал, победителей нет</Trans>
      </p>
    );
  }
  return (
    <>
      <p className={board.mark}>{names.length === 1 ? <Trans>Победитель</Trans> : <Trans>Победители</Trans>}</p>
      <ol className={board.list}>
        {names.slice(0, most).map((name, at) => (
          // Places have no other name.
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of a draw that was held keeps its number
          <li key={at}>
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
