import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { useWatchedAction } from '#base/ui/panel/use-watched-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { WatchedPanel } from '#base/ui/panel/watched-panel.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import { jointChanged, jointStarted } from '../joint-failures.ts';
import type { OwnJoint } from '../joint-shapes.ts';
import { JointForm } from './joint-form.tsx';
import { JointMembers } from './joint-members.tsx';
import classes from './joints-screen.module.css';
import { StartJoint } from './start-joint.tsx';

interface OwnJointProps {
  readonly joint: OwnJoint;
  /** The user name of whoever sees it. */
  readonly own: string;
  readonly currency: string;
  /** It was made here just now. */
  readonly isMade: boolean;
  /** An invitation to it was declined here: it is not listed any more. */
  readonly onDeclined: () => void;
}

const newOnly = <Trans>Это касается только новых донатов: то, что уже пришло, останется поделённым.</Trans>;

const cancelling = {
  act: <Trans>Отменить стрим</Trans>,
  sure: <Trans>Точно отменить</Trans>,
  stay: <Trans>Пусть остаётся</Trans>,
};

const declining = {
  act: <Trans>Отказаться</Trans>,
  sure: <Trans>Точно отказаться</Trans>,
  stay: <Trans>Я подумаю</Trans>,
};

const ending = {
  act: <Trans>Больше не делить</Trans>,
  sure: <Trans>Закончить для всех</Trans>,
  stay: <Trans>Делим дальше</Trans>,
  note: newOnly,
};

const leaving = {
  act: <Trans>Выйти из стрима</Trans>,
  sure: <Trans>Точно выйти</Trans>,
  stay: <Trans>Делю дальше</Trans>,
  note: newOnly,
};

/** How it can be ended by whoever sees it; null: it is over for them. */
function endOf({ state, isHost }: OwnJoint, hasLeft: boolean) {
  if (state === 'Ended' || hasLeft) return null;
  if (state === 'Planned') return isHost ? cancelling : declining;
  return isHost ? ending : leaving;
}

function StateTag({ joint: { state, isHost }, answer }: { readonly joint: OwnJoint; readonly answer: string }) {
  if (state === 'Runs') {
    return (
      <Tag look="underWay">
        <Trans>Донаты делятся</Trans>
      </Tag>
    );
  }
  if (state === 'Planned' && !isHost && answer === 'None') {
    return (
      <Tag look="waits">
        <Trans>Ждут вашего ответа</Trans>
      </Tag>
    );
  }
  return null;
}

/** The line below the title. */
function State({ joint, hasLeft }: { readonly joint: OwnJoint; readonly hasLeft: boolean }) {
  const moment = useMomentText();
  const { state, startedAt, endsAt, endedAt, removedFor, isHost, members } = joint;
  const hostName = members.find((member) => member.isHost)?.displayName ?? '';
  const until = moment(endsAt ?? joint.createdAt);
  const from = moment(startedAt ?? joint.createdAt);
  const to = moment(endedAt ?? joint.createdAt);
  if (removedFor !== null) return <Trans>Остановил модератор: {removedFor}</Trans>;
  if (state === 'Planned') {
    return isHost ? <Trans>Ещё не начался</Trans> : <Trans>{hostName} зовёт делить донаты</Trans>;
  }
  if (state === 'Ended') {
    if (startedAt === null) return <Trans>Отменён до начала</Trans>;
    return (
      <Trans>
        Шёл с {from} до {to}
      </Trans>
    );
  }
  if (hasLeft) return <Trans>Вы вышли, остальные делят дальше</Trans>;
  return <Trans>Закончится сам: {until}</Trans>;
}

/** What was given in it, and what of that the creator has. */
function Figures({ joint: { own, whole }, currency }: Pick<OwnJointProps, 'joint' | 'currency'>) {
  const sumText = useSumText(currency);
  const part = sumText(own);
  const all = sumText(whole);
  return (
    <p>
      <Trans>
        Вам <b>{part}</b> из {all}
      </Trans>
    </p>
  );
}

/** One stream together with all that whoever sees it may do with it. */
export function OwnJointPart({ joint, own, currency, isMade, onDeclined }: OwnJointProps) {
  const { revalidate } = useRevalidator();
  const action = useWatchedAction(joint);
  const [done, setDone] = useState<'agreed' | 'started' | null>(null);
  const { id: jointId, revision, title, state, isHost, startedAt, members } = joint;
  const me = members.find(({ userName }) => userName === own);
  const hasLeft = me?.hasLeft ?? false;
  const isAsked = state === 'Planned' && !isHost;

  /** What has changed meanwhile is shown together with the refusal. */
  async function readAgain(refusal: unknown): Promise<never> {
    if (jointChanged.is(refusal) || jointStarted.is(refusal)) await revalidate();
    throw refusal;
  }

  async function send(what: 'agreed' | 'started', request: () => Promise<unknown>) {
    if (await action.send(() => request().catch(readAgain))) setDone(what);
  }

  async function end() {
    const isDone = await action.send(() => call('POST Joint/End', { body: { jointId } }));
    if (isDone && isAsked) onDeclined();
  }

  const said = () => {
    if (done === 'started' && state === 'Runs') return <Trans>Началось: донаты каждому из вас делятся</Trans>;
    if (done === 'agreed' && state === 'Planned') return <Trans>Вы согласились</Trans>;
    return isMade && state === 'Planned' ? <Trans>Приглашения отправлены</Trans> : undefined;
  };

  return (
    <WatchedPanel
      title={title}
      testId="own-joint"
      tag={hasLeft ? null : <StateTag joint={joint} answer={me?.answer ?? 'None'} />}
      state={<State joint={joint} hasLeft={hasLeft} />}
      action={action}
      end={endOf(joint, hasLeft)}
      onEnd={() => void end()}
      said={said()}
      isFixed={!isHost || state !== 'Planned'}
      form={(ends) => <JointForm joint={joint} own={own} {...ends} />}
    >
      {startedAt !== null && <Figures joint={joint} currency={currency} />}
      <JointMembers joint={joint} own={own} />
      {isAsked && (
        <p className={classes.quiet}>
          {me?.answer === 'Agreed' ? (
            <Trans>Вы согласны с этими долями. Осталось дождаться начала.</Trans>
          ) : (
            <Trans>Пока идёт стрим, донаты на странице каждого из вас делятся так, до и после него — как обычно.</Trans>
          )}
        </p>
      )}
      {isAsked && me?.answer !== 'Agreed' && (
        <div className={watched.acts}>
          <ActionButton
            className={watched.act}
            disabled={action.isBusy}
            onClick={() =>
              void send('agreed', () => call('POST Joint/Agree', { body: { jointId, revision, agrees: true } }))
            }
          >
            <Trans>Согласиться</Trans>
          </ActionButton>
        </div>
      )}
      {isHost && state === 'Planned' && (
        <StartJoint
          joint={joint}
          isBusy={action.isBusy}
          onStart={(hours) =>
            void send('started', () => call('POST Joint/Start', { body: { jointId, revision, hours } }))
          }
        />
      )}
    </WatchedPanel>
  );
}
