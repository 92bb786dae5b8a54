import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { useProgress } from '#base/ui/page/use-progress.ts';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import classes from './connect-chat.module.css';
import { LevelSelect } from './level-select.tsx';
import type { AskedLevel, OwnChat } from './own-chat.ts';

interface ConnectChatProps {
  readonly opening: OwnChat['opening'];
  readonly levels: readonly AskedLevel[];
}

/** Begins to connect a chat, and shows what is to be done in Telegram until it is connected. */
export function ConnectChat({ opening, levels }: ConnectChatProps) {
  const [levelId, setLevelId] = useState<string | null>(null);
  const { isBusy, fault, fields, act } = useReloadingAction();
  const connect = () => act(() => call('POST Membership/ConnectChat', { body: { levelId } }));
  const stop = () => act(() => call('DELETE Membership/Chat', {}));
  if (opening !== null) {
    return (
      <>
        <Opening key={opening.expiresAt} opening={opening} />
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
        <div>
          <ActionButton look="quiet" aria-busy={isBusy || undefined} onClick={() => void stop()}>
            <Trans>Отменить</Trans>
          </ActionButton>
        </div>
      </>
    );
  }
  return (
    <>
      <LevelSelect levels={levels} levelId={levelId} error={fields.levelId} onChange={setLevelId} />
      {fault !== null && fields.levelId === undefined && <ErrorNotice>{fault}</ErrorNotice>}
      <div>
        <ActionButton aria-busy={isBusy || undefined} onClick={() => void connect()}>
          <Trans>Подключить чат</Trans>
        </ActionButton>
      </div>
    </>
  );
}

/** Whether the chat is connected, or there is no more time for it. */
const asking = {
  ask: async (_known: boolean, signal: AbortSignal) => {
    const { chat, opening } = await call('GET Membership/Chat', {}, { signal });
    return chat !== null || opening === null;
  },
  isOver: (isDone: boolean) => isDone,
  pauseAfter: () => 2_000,
};

function Opening({ opening }: { readonly opening: NonNullable<OwnChat['opening']> }) {
  const momentText = useMomentText();
  const { known: isDone } = useProgress(false, asking);
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (isDone) reload();
  }, [isDone]);
  const until = momentText(opening.expiresAt);
  return (
    <Stack gap={12} role="status">
      <Stack as="ol" className={classes.steps} gap={8}>
        <li>
          <Trans>Создайте в Telegram закрытую группу или канал, если их ещё нет.</Trans>
        </li>
        <li>
          <Trans>
            Нажмите кнопку ниже с того Telegram, который привязан к вашему аккаунту, и выберите группу или канал.
          </Trans>
        </li>
        <li>
          <Trans>Оставьте боту права приглашать и блокировать участников. Чат подключится сам.</Trans>
        </li>
      </Stack>
      <Row gap={12} rowGap={8}>
        <LinkButton to={opening.groupUrl} target="_blank" rel="noreferrer">
          <Trans>Выбрать группу</Trans>
        </LinkButton>
        <LinkButton to={opening.channelUrl} look="quiet" target="_blank" rel="noreferrer">
          <Trans>Выбрать канал</Trans>
        </LinkButton>
      </Row>
      <Text dim>
        <Trans>Ждём до {until}. Если бот уже в чате, сначала уберите его оттуда.</Trans>
      </Text>
    </Stack>
  );
}
