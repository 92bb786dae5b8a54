import { Trans } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { type BoardProps, FittedBoard } from '../statistics/fitted-board.tsx';
import board from '../statistics/statistics-widget-screen.module.css';
import type { ShownTargets } from '../widgets.calls.ts';

/** What a board says of a target. */
export type BoardTarget = Pick<ShownTargets[number], 'id' | 'text' | 'sum' | 'goal' | 'isReached'>;

interface TargetsBoardProps extends BoardProps {
  readonly targets: readonly BoardTarget[];
}

/** Targets on the stream, in the colours of the statistics, each with its whole text. */
export function TargetsBoard({ settings, targets, isPreview = false }: TargetsBoardProps) {
  const currency = useNames()(settings.currency);
  if (targets.length === 0) return null;
  return (
    <FittedBoard settings={settings} isPreview={isPreview} testId="targets">
      {targets.map((target) => (
        <Target key={target.id} target={target} currency={currency} />
      ))}
    </FittedBoard>
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
