import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { TwoTaps } from '#base/ui/panel/two-taps.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { ShownTarget } from '../target-shapes.ts';
import { TargetForm } from './target-form.tsx';

interface OwnTargetProps {
  readonly target: ShownTarget;
  readonly currency: string;
}

function State({ closedAt, removedFor }: Pick<ShownTarget, 'closedAt' | 'removedFor'>) {
  if (removedFor !== null) return <Trans>Убрал модератор: {removedFor}. Рубеж видите только вы</Trans>;
  return closedAt === null ? <Trans>Открыт</Trans> : <Trans>Закрыт</Trans>;
}

/** One target with its figures. It is closed in two taps. */
export function OwnTarget({ target, currency }: OwnTargetProps) {
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();
  const [isEditing, setEditing] = useState(false);
  const { id: targetId, revision, text, goal, sum, count, isReached, closedAt, removedFor } = target;
  const isOpen = closedAt === null;
  const collected = amountText(sum);
  const whole = sumText(goal);

  async function close() {
    const body = { targetId, revision, text, goal, close: true };
    // Without a connection the page stays: what has changed meanwhile is read again anyway.
    if (await act(() => call('POST Target/Save', { body }))) await revalidate();
  }

  if (isEditing) return <TargetForm target={target} currency={currency} onClose={() => setEditing(false)} />;

  return (
    <article className={panel.panel} aria-label={text} data-testid="own-target">
      <Tags>
        <h2 className={watched.title}>{text}</h2>
        {isReached && (
          <Tag look="done">
            <Trans>Достигнут</Trans>
          </Tag>
        )}
      </Tags>
      <p className={watched.state}>
        <State closedAt={closedAt} removedFor={removedFor} />
        {' · '}
        <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" />
      </p>
      <p>
        <Trans>
          <b>{collected}</b> из {whole}
        </Trans>
      </p>
      <progress className={watched.bar} max={goal} value={Math.min(sum, goal)} aria-hidden />
      {failure !== null && (
        <ErrorNotice>{failure.fields === undefined ? failure.message : Object.values(failure.fields)[0]}</ErrorNotice>
      )}
      {isOpen && (
        <TwoTaps
          isBusy={isBusy}
          act={<Trans>Закрыть рубеж</Trans>}
          sure={<Trans>Точно закрыть</Trans>}
          stay={<Trans>Оставить</Trans>}
          onAct={() => void close()}
        >
          <ActionButton className={watched.act} look="quiet" disabled={isBusy} onClick={() => setEditing(true)}>
            <Trans>Изменить</Trans>
          </ActionButton>
        </TwoTaps>
      )}
    </article>
  );
}
