import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { call } from '#app/call.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { TextLink } from '#base/ui/page/text-button.tsx';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { useWatchedAction } from '#base/ui/panel/use-watched-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { WatchedPanel } from '#base/ui/panel/watched-panel.tsx';
import type { OwnPlace, ShownDraw } from '../draw-shapes.ts';
import { DrawTag } from '../draw-tag.tsx';
import { CancelDraw } from './cancel-draw.tsx';
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
  const [done, setDone] = useState<'held' | 'cancelled' | null>(null);
  const { id: drawId, text, state } = draw;

  function hold() {
    void action.send(async () => {
      await call('POST Draw/Hold', { body: { drawId } });
      setDone('held');
    });
  }

  return (
    <WatchedPanel
      title={text}
      testId="own-draw"
      tag={<DrawTag state={state} />}
      state={<State draw={draw} />}
      action={action}
      end={null}
      onEnd={() => undefined}
      said={saidOf(state, done ?? (isMade ? 'open' : null))}
      form={() => null}
    >
      <Figures draw={draw} currency={currency} />
      {state === 'over' && <HoldDraw holdableAt={draw.holdableAt} isBusy={action.isBusy} onHold={hold} />}
      {state !== 'removed' && (
        <>
          <Ways drawId={drawId} />
          <CancelDraw draw={draw} onCancelled={() => setDone('cancelled')} />
        </>
      )}
      {state === 'held' && <OwnPlaces draw={draw} places={places} />}
    </WatchedPanel>
  );
}

/** What has just been done here, once the draw has been read since. */
function saidOf(state: ShownDraw['state'], done: ShownDraw['state'] | null): ReactNode {
  if (state !== done) return undefined;
  if (state === 'open') return <Trans>Розыгрыш объявлен</Trans>;
  return state === 'held' ? <Trans>Розыгрыш проведён</Trans> : <Trans>Розыгрыш отменён</Trans>;
}

function State({ draw: { state, endsAt, heldAt, cancelledFor, removedFor } }: Pick<OwnDrawProps, 'draw'>) {
  const moment = useMomentText();
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
  draw: { state, leastSum, winners, entryCount, startsAt, endsAt },
  currency,
}: Omit<OwnDrawProps, 'isMade' | 'places'>) {
  const moment = useMomentText();
  const amountText = useAmountText();
  const sumText = useSumText(currency);
  const from = moment(startsAt);
  const until = moment(endsAt);
  // The line above says when it ends.
  const isAhead = state === 'open' || state === 'over';
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
        {isAhead ? (
          <Trans>
            Победителей: {most} · донат от {sum} · с {from}
          </Trans>
        ) : (
          <Trans>
            Победителей: {most} · донат от {sum} · с {from} до {until}
          </Trans>
        )}
      </p>
    </>
  );
}

function Ways({ drawId }: { readonly drawId: string }) {
  const path = `/draws/${drawId}`;
  return (
    <Row gap={20} rowGap={0} align="baseline">
      <TextLink to={path}>
        <Trans>Страница розыгрыша</Trans>
      </TextLink>
      <CopyButton text={`${window.location.origin}${path}`}>
        <Trans>Скопировать ссылку</Trans>
      </CopyButton>
    </Row>
  );
}
