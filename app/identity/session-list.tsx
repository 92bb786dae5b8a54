import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, use, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { identityCalls } from './identity.calls.ts';
import { session } from './session.ts';
import classes from './session-list.module.css';

type OwnSession = CallAnswer<typeof identityCalls.sessions>[number];

/** The sessions, or why they could not be loaded. */
type Opened = { readonly sessions: readonly OwnSession[] } | { readonly failure: CallFailure };

/** Starts loading the sessions; the page does not wait for them. */
export function openSessions(signal: AbortSignal): Promise<Opened> {
  return call('GET Identity/Sessions', {}, { signal }).then(
    (sessions) => ({ sessions }),
    (error: unknown) => {
      if (!isCallFailure(error)) throw error;
      return { failure: error };
    },
  );
}

/** Ends a session; one that has ended meanwhile is no failure. */
export async function endSession(id: string): Promise<void> {
  await call('DELETE Identity/Session', { query: { id } }).catch((error: unknown) => {
    if (!failures.notFound.is(error)) throw error;
  });
}

/** The sessions of the user, for the security section of the profile: devices, each with «Завершить». */
export function SessionList({ opened }: { readonly opened: Promise<Opened> }) {
  return (
    <Stack as="section" gap={16} justify="start" aria-labelledby="sessions-title">
      <h2 id="sessions-title" className={classes.title}>
        <Trans>Где вы вошли</Trans>
      </h2>
      <Suspense
        fallback={
          <div aria-busy>
            <Skeleton height={111} />
          </div>
        }
      >
        <Sessions opened={opened} />
      </Suspense>
    </Stack>
  );
}

function Sessions({ opened }: { readonly opened: Promise<Opened> }) {
  const loaded = use(opened);
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();
  const [ending, setEnding] = useState<readonly string[]>([]);
  if ('failure' in loaded) return <ErrorNotice onRetry={() => void revalidate()}>{loaded.failure.message}</ErrorNotice>;
  const others = loaded.sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
  const count = others.length;

  async function end(ids: readonly string[]) {
    setEnding(ids);
    const ended = await Promise.allSettled(ids.map(endSession));
    // Reloads the list whether or not the requests succeeded.
    await revalidate();
    const refused = ended.find((one) => one.status === 'rejected');
    if (refused === undefined) return;
    setEnding([]);
    throw refused.reason;
  }

  return (
    <>
      {failure !== null && <ErrorNotice onRetry={() => void act(revalidate)}>{failure.message}</ErrorNotice>}
      <Stack as="ul" className={classes.list} card>
        {loaded.sessions.map((one) => (
          <SessionRow
            key={one.id}
            one={one}
            isEnding={ending.includes(one.id)}
            onEnd={() => void act(() => end([one.id]))}
          />
        ))}
      </Stack>
      {count === 0 && (
        <Text size={14} dim>
          <Trans>Других устройств нет.</Trans>
        </Text>
      )}
      {count > 0 && (
        <ActionButton look="quiet" aria-disabled={isBusy} onClick={() => void act(() => end(others))}>
          <Plural
            value={count}
            one="Завершить другой сеанс"
            few="Завершить # других сеанса"
            many="Завершить # других сеансов"
            other="Завершить # другого сеанса"
          />
        </ActionButton>
      )}
    </>
  );
}

interface SessionRowProps {
  readonly one: OwnSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ one, isEnding, onEnd }: SessionRowProps) {
  const { t } = useLingui();
  const { device, isCurrent, createdAt, lastUsedAt } = one;
  const moment = useMomentText();
  const name = device ?? t`Неизвестное устройство`;
  const since = moment(createdAt);
  const last = moment(lastUsedAt);
  return (
    <Row
      as="li"
      className={classes.row}
      gap={16}
      rowGap={4}
      align="center"
      justify="between"
      data-ending={isEnding || undefined}
    >
      <div>
        <Row as="p" gap={10} rowGap={4} align="center" weight={600}>
          {name}
          {isCurrent && (
            <Tag look="done">
              <Trans>это устройство</Trans>
            </Tag>
          )}
        </Row>
        <Text size={14} dim>
          {isCurrent ? (
            <Trans>Вход {since}</Trans>
          ) : (
            <Trans>
              Вход {since}, был в сети {last}
            </Trans>
          )}
        </Text>
      </div>
      <TextButton
        aria-label={isCurrent ? t`Выйти на этом устройстве` : t`Завершить сеанс: ${name}`}
        aria-disabled={isEnding}
        onClick={() => (isCurrent ? void session.leave() : onEnd())}
      >
        {isCurrent ? <Trans>Выйти</Trans> : <Trans>Завершить</Trans>}
      </TextButton>
    </Row>
  );
}
