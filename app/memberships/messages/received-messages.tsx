import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { messagesCalls } from './messages.calls.ts';
import classes from './messages-screen.module.css';

type Received = CallAnswer<typeof messagesCalls.receivedMessages>;

/** What the creators that the user supports have written, the newest first; nothing where none has. `first`: the first page. */
export function ReceivedMessages({ first }: { readonly first: Received }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const [older, setOlder] = useState<{ after: Received; items: Received['items'] }>({ after: first, items: [] });
  const { isBusy, failure, act } = useAction();
  // The list was loaded anew, for example after a creator was muted: it begins again.
  const more = older.after === first ? older.items : [];
  const items = [...first.items, ...more];
  if (items.length === 0) return null;

  const load = () =>
    void act(async () => {
      const page = await call('GET Membership/Received', { query: { Skip: items.length } });
      setOlder({ after: first, items: [...more, ...page.items] });
    });

  return (
    <Stack as="section" className={classes.received} gap={12} justify="start" aria-label={t`Сообщения авторов`}>
      <h2>
        <Trans>Сообщения авторов</Trans>
      </h2>
      <Stack as="ul" gap={12} fit>
        {items.map(({ id, creator: { userName, displayName }, text, at }) => (
          <Stack key={id} as="li" className={classes.message} gap={8} fit>
            <Row className={classes.head} gap={12} rowGap={4} size={14} dim>
              <Link to={`/${userName}`}>{displayName}</Link>
              <time dateTime={at}>{dateText(at, { date: 'medium', time: 'short' })}</time>
            </Row>
            <p className={classes.text}>{text}</p>
          </Stack>
        ))}
      </Stack>
      {failure !== null && <ErrorNotice onRetry={load}>{failure.message}</ErrorNotice>}
      {items.length < first.count && (
        <TextButton disabled={isBusy} onClick={load}>
          <Trans>Показать ещё</Trans>
        </TextButton>
      )}
    </Stack>
  );
}
