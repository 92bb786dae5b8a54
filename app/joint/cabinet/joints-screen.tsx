import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { loadOwnList, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useJustMade } from '#base/ui/lists/use-just-made.ts';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import watched from '#base/ui/panel/watched.module.css';
import type { jointCalls } from '../joint.calls.ts';
import { jointLimits } from '../joint-rules.ts';
import type { Route } from './+types/joints-screen';
import { JointForm } from './joint-form.tsx';
import { OwnJointPart } from './own-joint.tsx';

type List = CallAnswer<typeof jointCalls.ownJoints>;

const live = {
  read: ({ Skip, Take }: OwnListQuery, signal: AbortSignal) =>
    call('GET Joint/Own', { query: { Skip, Take } }, { signal }),
  // An invitation may come at each moment, while both talk about it.
  isOpen: (_list: List) => true,
};

export const clientLoader = (asked: Route.ClientLoaderArgs) => loadOwnList(live.read, asked);

const order = { Runs: 0, Planned: 1, Ended: 2 } as const;

/** The creator's streams together: planned, agreed to, watched and ended here, during a stream from a phone. */
export default function Joints({ loaderData: { loaded, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const { userName, Skip, Take } = loaded.query;
  const [madeId, setMadeId] = useJustMade(Skip);
  const [declined, setDeclined] = useState<string | null>(null);
  const planned = list.items.filter(({ isHost, state }) => isHost && state === 'Planned');
  const full = <Trans>Запланированы три стрима, больше сразу нельзя. Начните или отмените один из них.</Trans>;

  return (
    <OwnList
      title={t`Стрим вместе`}
      views={
        declined !== null && (
          <p key={declined} ref={takeFocus} className={watched.said} role="status" tabIndex={-1}>
            <Trans>Вы отказались: {declined}</Trans>
          </p>
        )
      }
      shown={list.items
        .toSorted((one, other) => order[one.state] - order[other.state])
        .map((joint) => (
          <OwnJointPart
            key={joint.id}
            joint={joint}
            own={userName}
            currency={currency}
            isMade={joint.id === madeId}
            onDeclined={() => setDeclined(joint.title)}
          />
        ))}
      count={list.count}
      take={Take}
      isLost={isLost}
      add={<Trans>Позвать на стрим</Trans>}
      // A new one stands on the first page.
      instead={Skip > 0 ? null : planned.length < jointLimits.planned ? undefined : full}
      form={(onClose) => <JointForm joint={null} own={userName} onSaved={setMadeId} onClose={onClose} />}
      none={<Trans>Стримов вместе пока нет</Trans>}
    >
      <Trans>
        Позовите других авторов: пока идёт стрим, каждый донат делится между вами по долям, о которых вы договорились.
        Приглашения от других тоже появятся здесь.
      </Trans>
    </OwnList>
  );
}
