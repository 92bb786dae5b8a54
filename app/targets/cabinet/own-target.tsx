import { Plural, Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { fromMain, subtract, toMain } from '#base/money/money.ts';
import type { AmountLimits } from '#base/text/amount-rules.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { useWatchedAction } from '#base/ui/panel/use-watched-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { WatchedPanel } from '#base/ui/panel/watched-panel.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownTarget } from '../target-shapes.ts';
import { TargetForm } from './target-form.tsx';

interface OwnTargetProps {
  readonly target: ShownTarget;
  readonly currency: string;
  /** Of donations. */
  readonly limits: AmountLimits | null;
  /** It was opened here just now. */
  readonly isMade: boolean;
}

function State({ closedAt, removedFor }: Pick<ShownTarget, 'closedAt' | 'removedFor'>) {
  if (removedFor !== null) return <Trans>Убрал модератор: {removedFor}. Рубеж видите только вы</Trans>;
  return closedAt === null ? <Trans>Открыт</Trans> : <Trans>Закрыт</Trans>;
}

const closing = {
  act: <Trans>Закрыть рубеж</Trans>,
  sure: <Trans>Точно закрыть</Trans>,
  stay: <Trans>Оставить</Trans>,
};

/** One target with its figures. */
export function OwnTarget({ target, currency, limits, isMade }: OwnTargetProps) {
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  const action = useWatchedAction(target);
  const { id: targetId, revision, text, goal, sum, count, isChosen, isReached, closedAt, removedFor } = target;
  const collected = amountText(sum);
  const whole = sumText(goal);
  const over = sumText(toMain(subtract(fromMain(sum), fromMain(goal))));

  return (
    <WatchedPanel
      title={text}
      testId="own-target"
      tag={
        isReached && (
          <Tag look="done">
            <Trans>Достигнут</Trans>
          </Tag>
        )
      }
      state={
        <>
          <State closedAt={closedAt} removedFor={removedFor} />
          {' · '}
          <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" />
        </>
      }
      action={action}
      end={closedAt === null ? closing : null}
      onEnd={() =>
        void action.send(() => call('POST Target/Save', { body: { targetId, revision, text, goal, close: true } }))
      }
      said={isMade ? <Trans>Рубеж открыт</Trans> : undefined}
      isFixed={isChosen === true}
      form={(ends) => <TargetForm target={target} currency={currency} limits={limits} {...ends} />}
    >
      <p>
        {sum > goal ? (
          <Trans>
            Цель {whole} собрана, сверху ещё <b>{over}</b>
          </Trans>
        ) : (
          <Trans>
            <b>{collected}</b> из {whole}
          </Trans>
        )}
      </p>
      <progress
        className={watched.bar}
        data-done={isReached || undefined}
        max={goal}
        value={Math.min(sum, goal)}
        aria-hidden
      />
      {isChosen && closedAt === null && (
        <p className={watched.state}>
          <Trans>На этот рубеж уже собирают: его можно только закрыть</Trans>
        </p>
      )}
    </WatchedPanel>
  );
}
