import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { call } from '#app/call.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { TextLink } from '#base/ui/page/text-button.tsx';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { useWatchedAction } from '#base/ui/panel/use-watched-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { WatchedPanel } from '#base/ui/panel/watched-panel.tsx';
import type { OwnPlace, ShownDraw } from '../draw-shapes.ts';
import { DrawTag } from '../draw-tag.tsx';
import { HoldDraw } from './hold-draw.tsx';
import { OwnPlaces } from './own-places.tsx';

interface OwnDrawProps {
  readonly draw: ShownDraw;
  readonly places: readonly OwnPlace[];
  readonly currency: string;
  /** It was announced here just now. */
  readonly isMade: boolean;
}

/** One draw with all that its creator does with it. */
export function OwnDraw({ draw, places, currency, isMade }: OwnDrawProps) {
  const action = useWatchedAction(draw);
  const [isHeldHere, setHeldHere] = useState(false);
  const { id: drawId, text, state } = draw;

  function hold() {
    setHeldHere(true);
    void action.send(() => call('POST Draw/Hold', { body: { drawId } }));
  }

  const held = isHeldHere && state === 'held' ? <Trans>Розыгрыш проведён</Trans> : undefined;
  return (
    <WatchedPanel
      title={text}
      testId="own-draw"
      tag={<DrawTag state={state} />}
      state={<State draw={draw} />}
      action={action}
      end={null}
      onEnd={hold}
      said={isMade && state === 'open' ? <Trans>Розыгрыш объявлен</Trans> : held}
      form={() => null}
    >
      <Figures draw={draw} currency={currency} />
      {state === 'over' && <HoldDraw holdableAt={draw.holdableAt} isBusy={action.isBusy} onHold={hold} />}
      {state !== 'removed' && (
        <Ways drawId={drawId}>
          {state === 'open' && (
            <ReasonAct
              act={<Trans>Отменить розыгрыш</Trans>}
              title={<Trans>Отменить розыгрыш «{text}»</Trans>}
              onSend={(reason) => call('POST Draw/Cancel', { body: { drawId, reason } })}
            >
              <Trans>Причину прочитают все. Вернуть отменённый розыгрыш нельзя, донаты останутся у вас.</Trans>
            </ReasonAct>
          )}
        </Ways>
      )}
      {state === 'held' && <OwnPlaces draw={draw} places={places} />}
    </WatchedPanel>
  );
}

function State({ draw: { state, endsAt, heldAt, cancelledFor, removedFor } }: Pick<OwnDrawProps, 'draw'>) {
  const dateText = useDateText();
  const moment = (at: string) => dateText(at, { date: 'short', time: 'short' });
  const end = moment(endsAt);
  const held = heldAt === null ? '' : moment(heldAt);
  switch (state) {
    case 'open':
      return <Trans>До {end}. Потом у вас будут сутки, чтобы провести его</Trans>;
    case 'over':
      return <Trans>Время вышло {end}. Если не провести за сутки, он проведётся сам</Trans>;
    case 'held':
      return <Trans>Проведён {held}</Trans>;
    case 'cancelled':
      return <Trans>Вы отменили: {cancelledFor}</Trans>;
    case 'removed':
      return <Trans>Убрал модератор: {removedFor}. Розыгрыш видите только вы</Trans>;
  }
}

/** How many take part, how many win, from which sum on, and when. */
function Figures({
  draw: { leastSum, winners, entryCount, startsAt, endsAt },
  currency,
}: Omit<OwnDrawProps, 'isMade' | 'places'>) {
  const dateText = useDateText();
  const amountText = useAmountText();
  const sumText = useSumText(currency);
  const [from, until] = [startsAt, endsAt].map((at) => dateText(at, { date: 'short', time: 'short' }));
  const sum = sumText(leastSum);
  const most = amountText(winners);
  const entered = amountText(entryCount ?? 0);
  return (
    <>
      {entryCount !== null && (
        <p>
          <Trans>
            Участников: <b>{entered}</b>
          </Trans>
        </p>
      )}
      <p className={watched.state}>
        <Trans>
          Победителей: {most} · донат от {sum} · с {from} до {until}
        </Trans>
      </p>
    </>
  );
}

function Ways({ drawId, children }: { readonly drawId: string; readonly children: ReactNode }) {
  const path = `/draws/${drawId}`;
  return (
    <Row gap={20} rowGap={0} align="center">
      <TextLink to={path}>
        <Trans>Страница розыгрыша</Trans>
      </TextLink>
      <CopyButton text={`${window.location.origin}${path}`}>
        <Trans>Скопировать ссылку</Trans>
      </CopyButton>
      {children}
    </Row>
  );
}
