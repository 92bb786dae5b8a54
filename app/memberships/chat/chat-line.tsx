import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { useProgress } from '#base/ui/page/use-progress.ts';

interface Way {
  readonly title: string;
  readonly isLinked: boolean;
  readonly link: string | null;
}

/** Null: it was not asked yet. `gone`: the support opens the chat no more. */
type Known = Way | 'gone' | null;

/** A member who links Telegram meanwhile finds the link. */
const longestPause = 60_000;

/** The way into the creator's closed chat, for the Telegram account that the member has linked. */
export function ChatLine({ membershipId }: { readonly membershipId: string }) {
  const { known } = useProgress<Known>(null, {
    ask: async (_known, signal) =>
      call('GET Membership/ChatLink', { query: { membershipId } }, { signal }).catch((error: unknown) => {
        if (failures.notFound.is(error)) return 'gone' as const;
        throw error;
      }),
    isOver: (way) => way === 'gone' || (way !== null && way.link !== null),
    pauseAfter: (tries) => Math.min(longestPause, tries * 5_000),
  });
  if (known === null || known === 'gone') return null;
  const { title, isLinked, link } = known;
  return (
    <Stack gap={8}>
      <b>
        <Trans>Закрытый чат «{title}»</Trans>
      </b>
      {link !== null && (
        <>
          <div>
            <LinkButton to={link} look="quiet" target="_blank" rel="noreferrer">
              <Trans>Войти в чат</Trans>
            </LinkButton>
          </div>
          <Text dim>
            <Trans>Бот впустит тот Telegram, который привязан к вашему аккаунту, и никого больше.</Trans>
          </Text>
        </>
      )}
      {!isLinked && (
        <p>
          <Trans>
            <Link to="/profile/notices">Привяжите свой Telegram</Link>, и бот впустит вас.
          </Trans>
        </p>
      )}
      {isLinked && link === null && (
        <p>
          <Trans>Сейчас бот никого не впускает: автору нужно вернуть ему права. Загляните сюда позже.</Trans>
        </p>
      )}
    </Stack>
  );
}
