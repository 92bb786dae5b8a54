import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { useProgress } from '#base/ui/page/use-progress.ts';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { noticesCalls } from '../notices.calls.ts';
import classes from './notices-screen.module.css';

type State = NonNullable<CallAnswer<typeof noticesCalls.settings>['codeChat']>;

/** Whether login codes come to the chat with the bot: how that is turned on, or since when they do, and back to SMS. */
export function CodeChat({ state: { confirmedAt, endsAt, url } }: { readonly state: State }) {
  return (
    <article className={`${panel.panel} ${classes.card}`}>
      <Stack className={classes.head} gap={2}>
        <b>
          <Trans>Коды входа</Trans>
        </b>
      </Stack>
      {confirmedAt === null || endsAt === null ? <Off url={url} /> : <On confirmedAt={confirmedAt} endsAt={endsAt} />}
    </article>
  );
}

const mostQuestions = 300;

interface Known {
  readonly isConfirmed: boolean;
  readonly questions: number;
}

/** Whether the phone has been confirmed meanwhile. */
const asking = {
  async ask({ questions }: Known, signal: AbortSignal): Promise<Known> {
    const { codeChat } = await call('GET Notice/Settings', {}, { signal });
    return { isConfirmed: codeChat !== null && codeChat.confirmedAt !== null, questions: questions + 1 };
  },
  isOver: ({ isConfirmed, questions }: Known) => isConfirmed || questions >= mostQuestions,
  pauseAfter: () => 2_000,
};

const unasked: Known = { isConfirmed: false, questions: 0 };

/** Shows the new state once the bot has got the phone. */
function Awaited() {
  const { isConfirmed } = useProgress(unasked, asking).known;
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (isConfirmed) reload();
  }, [isConfirmed]);
  return null;
}

function Off({ url }: { readonly url: string }) {
  const { fault, act } = useReloadingAction();
  const [isOpened, setOpened] = useState(false);

  /** Beside the opening of Telegram: where the person comes to sending the number, this is long answered. */
  function allow(): void {
    setOpened(true);
    void act(() => call('POST Notice/CodeChat', {}));
  }

  return (
    <>
      {isOpened && <Awaited />}
      {fault && <ErrorNotice>{fault}</ErrorNotice>}
      <p>
        <Trans>
          Коды для входа и смены пароля могут приходить в этот чат, а не по SMS. Для этого бот попросит отправить ему
          свой номер из Telegram. Кто читает ваш Telegram, сможет войти в аккаунт.
        </Trans>
      </p>
      <div className={classes.acts}>
        <LinkButton to={url} look="quiet" target="_blank" rel="noreferrer" onClick={allow}>
          <Trans>Получать коды в Telegram</Trans>
        </LinkButton>
      </div>
    </>
  );
}

function On({ confirmedAt, endsAt }: { readonly confirmedAt: string; readonly endsAt: string }) {
  const momentText = useMomentText();
  const { isBusy, fault, act } = useReloadingAction();
  const since = momentText(confirmedAt);
  const until = momentText(endsAt);
  return (
    <>
      <p>
        <Trans>
          Коды приходят в чат с ботом с {since}. Номер нужно подтвердить снова до {until}: отправьте боту /phone.
        </Trans>
      </p>
      {fault && <ErrorNotice>{fault}</ErrorNotice>}
      <div className={classes.acts}>
        <ActionButton
          look="quiet"
          aria-busy={isBusy || undefined}
          onClick={() => void act(() => call('DELETE Notice/CodeChat', {}))}
        >
          <Trans>Получать коды по SMS</Trans>
        </ActionButton>
      </div>
    </>
  );
}
