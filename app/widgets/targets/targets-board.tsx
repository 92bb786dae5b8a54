import { Trans } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { useFitted } from '../look/use-fitted.ts';
import { boardLook } from '../statistics/board-look.ts';
import board from '../statistics/statistics-widget-screen.module.css';
import type { ShownSettings } from '../widget-shapes.ts';
import type { ShownTargets } from '../widgets.calls.ts';
import { fitBoard } from './fit-board.ts';

/** What a board says of a target. */
export type BoardTarget = Pick<ShownTargets[number], 'id' | 'text' | 'sum' | 'goal' | 'isReached'>;

interface BoardProps {
  readonly settings: ShownSettings;
  readonly targets: readonly BoardTarget[];
  /** In the cabinet instead of on a whole page. */
  readonly isPreview?: boolean;
}

/** Targets on the stream, in the colours of the statistics, each with its whole text. */
export function TargetsBoard({ settings, targets, isPreview = false }: BoardProps) {
  const currency = useNames()(settings.currency);
  const fitted = useFitted<HTMLElement>((shown) => fitBoard(shown, settings.statistics.size / 100));
  if (targets.length === 0) return null;
  return (
    <section
      ref={fitted}
      className={board.board}
      style={boardLook(settings)}
      data-preview={isPreview || undefined}
      data-testid="targets"
    >
      {targets.map((target) => (
        <Target key={target.id} target={target} currency={currency} />
      ))}
    </section>
  );
}

function Target({ target, currency }: { readonly target: BoardTarget; readonly currency: string }) {
  const amountText = useAmountText();
  const { text, sum, goal, isReached } = target;
  const collected = amountText(sum);
  const whole = amountText(goal);
  return (
    <div className={`${board.goal} ${board.offer}`} data-reached={isReached || undefined} data-testid="target">
      <p className={board.text}>{text}</p>
      <div className={board.track}>
        <div className={board.fill} style={{ transform: `scaleX(${Math.min(1, sum / goal)})` }} />
      </div>
      <p className={board.row}>
        <span>
          <Trans>
            <b>{collected}</b> из {whole} {currency}
          </Trans>
        </span>
        {isReached && (
          <span className={board.mark}>
            <Trans>Достигнут</Trans>
          </span>
        )}
      </p>
    </div>
  );
}
