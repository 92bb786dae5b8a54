import { Trans, useLingui } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { faultOf } from '#base/calls/errors.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { focusText } from '#base/ui/page/focus-result.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { TwoTaps } from '#base/ui/panel/two-taps.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { OwnPlace } from '../draw-shapes.ts';
import classes from './own-places.module.css';

interface OwnPlaceRowProps {
  readonly place: OwnPlace;
  /** It was passed on to here just now. */
  readonly isNext: boolean;
  readonly onPassed: () => void;
}

/** Leads from the place that was passed on to the next one. */
function leadTo(said: HTMLElement | null): void {
  if (said === null) return;
  focusText(said);
  said.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** A place with what its winner has written. The creator marks here what was given, and passes on what nobody answers for. */
export function OwnPlaceRow({ place: shown, isNext, onPassed }: OwnPlaceRowProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  // What was refused has changed meanwhile. Without a connection the page stays.
  const { isBusy, failure, act } = useAction(({ code }) => code !== networkFailureCode && void revalidate());
  const { drawId, place, name, isGiven, passedAt, passableAt } = shown;
  const isPassed = passedAt !== null;
  // The list is read again every few seconds while a place waits.
  const isPassable = passableAt !== null && Date.parse(passableAt) <= serverNow().getTime();

  async function pass() {
    await act(async () => {
      await call('POST Draw/Pass', { body: { drawId, place } });
      onPassed();
      await revalidate();
    });
  }

  async function give() {
    await act(async () => {
      await call('POST Draw/Give', { body: { drawId, place, isGiven: !isGiven } });
      await revalidate();
    });
  }

  return (
    <li className={classes.place} data-passed={isPassed || undefined}>
      {isNext && (
        <p ref={leadTo} role="status" className={watched.said}>
          <Trans>Приз передан дальше, на место {place}</Trans>
        </p>
      )}
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
            <Trans>Приз передан дальше</Trans>
          </Tag>
        )}
      </Tags>
      <Answer place={shown} />
      {failure !== null && <ErrorNotice>{faultOf(failure)}</ErrorNotice>}
      {!isPassed && <GiveButton place={shown} isBusy={isBusy} onGive={() => void give()} />}
      {!isPassed && isPassable && (
        <TwoTaps
          isBusy={isBusy}
          act={<Named words={t`Передать дальше`} place={shown} />}
          sure={<Trans>Точно передать</Trans>}
          stay={<Trans>Подождать ещё</Trans>}
          note={
            <Trans>Место останется в списке с пометкой, её увидят все. Приз получит следующий по счёту билет.</Trans>
          }
          onAct={() => void pass()}
        >
          {false}
        </TwoTaps>
      )}
    </li>
  );
}

interface GiveButtonProps extends Pick<OwnPlaceRowProps, 'place'> {
  readonly isBusy: boolean;
  readonly onGive: () => void;
}

function GiveButton({ place, isBusy, onGive }: GiveButtonProps) {
  const { t } = useLingui();
  return (
    <div className={watched.acts}>
      <ActionButton className={watched.act} look="quiet" disabled={isBusy} onClick={onGive}>
        <Named words={place.isGiven ? t`Всё-таки не отдан` : t`Отметить, что приз отдан`} place={place} />
      </ActionButton>
    </div>
  );
}

/** The words of a button, which names its place where places are not seen. */
function Named({ words, place: { place, name } }: Pick<OwnPlaceRowProps, 'place'> & { readonly words: string }) {
  const { t } = useLingui();
  const winner = name ?? t`Аноним`;
  return (
    <span>
      <span aria-hidden>{words}</span>
      <span className="spoken">{t`${words}, место ${place}, ${winner}`}</span>
    </span>
  );
}

function Answer({ place: { answer, passableAt, passedAt, isGiven } }: Pick<OwnPlaceRowProps, 'place'>) {
  const momentText = useMomentText();
  if (answer !== null) return <p className={classes.answer}>{answer}</p>;
  if (passedAt !== null || isGiven || passableAt === null) return null;
  const until = momentText(passableAt);
  return (
    <p className={watched.state}>
      <Trans>Ещё не ответил. С {until} приз можно передать дальше</Trans>
    </p>
  );
}
