import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import records from '#base/ui/lists/records.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { MembersNav } from '../members/members-nav.tsx';
import type { Route } from './+types/messages-screen';
import { MessageForm } from './message-form.tsx';
import classes from './messages-screen.module.css';

const take = 10;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { Skip: (pageNumber(searchParams) - 1) * take, Take: take };
  const [sent, levels] = await Promise.all([
    call('GET Membership/Messages', { query }, { signal }),
    call('GET Membership/OwnLevels', {}, { signal }),
  ]);
  return { sent, levels };
}

/** What the creator writes to his members, and has written. */
export default function Messages({ loaderData: { sent, levels } }: Route.ComponentProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const { items, count, readers, nextAt } = sent;
  const next = nextAt === null ? '' : dateText(nextAt, { date: 'dayMonth', time: 'short' });
  const isEmpty = count === 0 && readers === 0;
  return (
    <>
      <PageHead title={t`Сообщения подписчикам`} noIndex />
      <PageTitle>
        <Trans>Сообщения подписчикам</Trans>
      </PageTitle>
      <Stack className={classes.sections} gap={20} fit>
        <MembersNav />
        {isEmpty ? (
          <EmptyState
            title={<Trans>Пока писать некому</Trans>}
            action={
              <LinkButton to="/profile/members/levels" look="quiet">
                <Trans>Придумать уровни</Trans>
              </LinkButton>
            }
          >
            <Trans>Когда появятся подписчики, вы сможете писать им раз в день.</Trans>
          </EmptyState>
        ) : (
          <p>
            <Trans>
              Сообщение придёт уведомлением тем, кто их включил, и будет в «Моей поддержке» у каждого. Писать можно раз
              в день.
            </Trans>
          </p>
        )}
        {nextAt !== null && (
          <p role="status">
            <Trans>Сегодня вы уже написали. Следующее сообщение — с {next}.</Trans>
          </p>
        )}
        {nextAt === null && readers > 0 && <MessageForm levels={levels} readers={readers} />}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        {items.length > 0 && <Sent items={items} />}
        <PageNumbers count={count} take={take} />
      </Stack>
    </>
  );
}

function Sent({ items }: Pick<Route.ComponentProps['loaderData']['sent'], 'items'>) {
  const { t } = useLingui();
  const momentText = useMomentText();
  return (
    <Stack as="ul" className={records.records} gap={12} aria-label={t`Отправленные сообщения`}>
      {items.map(({ id, text, level, readers, at, isRemoved }) => (
        <Stack key={id} as="li" className={classes.message} gap={8} fit data-over={isRemoved || undefined}>
          <Row className={classes.head} gap={12} rowGap={4} size={14} dim>
            <time dateTime={at}>{momentText(at)}</time>
            <span>{level === null ? <Trans>Всем подписчикам</Trans> : <Trans>Уровень «{level}»</Trans>}</span>
            <span>
              <Plural value={readers} one="# подписчик" few="# подписчика" many="# подписчиков" other="# подписчика" />
            </span>
            {isRemoved && (
              <span>
                <Trans>Убрано модератором</Trans>
              </span>
            )}
          </Row>
          <p className={classes.text}>{text}</p>
        </Stack>
      ))}
    </Stack>
  );
}
