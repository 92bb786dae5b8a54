import { Trans } from '@lingui/react/macro';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { ConnectChat } from './connect-chat.tsx';
import { ConnectedChat } from './connected-chat.tsx';
import type { AskedLevel, OwnChat } from './own-chat.ts';

interface ClosedChatProps {
  readonly state: OwnChat;
  readonly levels: readonly AskedLevel[];
}

/** The closed chat for members: connecting it, who may come in, and disconnecting it. */
export function ClosedChat({ state, levels }: ClosedChatProps) {
  const { chat, isLinked, opening } = state;
  return (
    <Section title={<Trans>Закрытый чат</Trans>} card>
      {chat !== null && <ConnectedChat chat={chat} levels={levels} />}
      {chat === null && (
        <p>
          <Trans>
            Подписчики сами входят в вашу закрытую группу или канал в Telegram. Бот впускает их и убирает, когда
            поддержка закончилась.
          </Trans>
        </p>
      )}
      {chat === null && isLinked && <ConnectChat opening={opening} levels={levels} />}
      {chat === null && !isLinked && (
        <>
          <p>
            <Trans>Сначала привяжите свой Telegram: по нему бот узнает, что чат ваш.</Trans>
          </p>
          <div>
            <LinkButton to="/profile/notices">
              <Trans>Привязать Telegram</Trans>
            </LinkButton>
          </div>
        </>
      )}
    </Section>
  );
}
