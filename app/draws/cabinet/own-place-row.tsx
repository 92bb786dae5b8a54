import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { faultOf } from '#base/calls/errors.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { TwoTaps } from '#base/ui/panel/two-taps.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { OwnPlace } from '../draw-shapes.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
import classes from './own-places.module.css';

interface OwnPlaceRowProps {
  readonly drawId: string;
  readonly place: OwnPlace;
}

/** A place with what its winner has written. The creator marks here what was given, and passes on what nobody answers for. */
export function OwnPlaceRow({ drawId, place: shown }: OwnPlaceRowProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();
  const { place, name, isGiven, passedAt, passableAt } = shown;
  const isPassed = passedAt !== null;
  const isPassable = useSecondsUntil(passableAt ?? '') === 0 && passableAt !== null;

  async function send(request: () => Promise<unknown>) {
    await act(async () => {
      await request();
      await revalidate();
    });
  }

  const give = (
    <ActionButton
      className={watched.act}
      look="quiet"
      disabled={isBusy}
      onClick={() => void send(() => call('POST Draw/Give', { body: { drawId, place, isGiven: !isGiven } }))}
    >
      {isGiven ? <Trans>Ещё не отдан</Trans> : <Trans>Приз отдан</Trans>}
    </ActionButton>
  );

  return (
    <li className={classes.place} data-passed={isPassed || undefined}>
      <Tags>
        <b className={classes.name}>
          {place}. <bdi>{name ?? <Trans>Аноним</Trans>}</bdi>
        </b>
        {isGiven && (
          <Tag look="done">
            <Trans>Приз отдан</Trans>
          </Tag>
        )}
        {isPassed && (
          <Tag look="over">
            <Trans>Передан дальше</Trans>
          </Tag>
        )}
      </Tags>
      <Answer place={shown} />
      {failure !== null && <ErrorNotice>{faultOf(failure)}</ErrorNotice>}
      {!isPassed &&
        (isPassable ? (
          <TwoTaps
            isBusy={isBusy}
            act={<Trans>Передать дальше</Trans>}
            sure={<Trans>Точно передать</Trans>}
            stay={<Trans>Подождать ещё</Trans>}
            note={
              <Trans>Место останется в списке с пометкой, её увидят все. Приз получит следующий по счёту билет.</Trans>
            }
            onAct={() => void send(() => call('POST Draw/Pass', { body: { drawId, place } }))}
          >
            {give}
          </TwoTaps>
        ) : (
          <div className={watched.taps}>{give}</div>
        ))}
    </li>
  );
}

function Answer({ place: { answer, passableAt, passedAt, isGiven } }: Pick<OwnPlaceRowProps, 'place'>) {
  const dateText = useDateText();
  if (answer !== null) return <p className={classes.answer}>{answer}</p>;
  if (passedAt === null && (isGiven || passableAt === null)) return null;
  const until = passableAt === null ? '' : dateText(passableAt, { date: 'short', time: 'short' });
  return (
    <p className={watched.state}>
      {passedAt === null ? (
        <Trans>Ещё не ответил. С {until} приз можно передать дальше</Trans>
      ) : (
        <Trans>Не ответил вовремя</Trans>
      )}
    </p>
  );
}
