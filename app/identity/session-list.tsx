import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import type { identityCalls } from './identity.calls.ts';
import { session } from './session.ts';
import classes from './session-list.module.css';

type OwnSession = CallAnswer<typeof identityCalls.sessions>[number];

const loadSessions = (signal?: AbortSignal) => call('GET Identity/Sessions', {}, { ...(signal && { signal }) });

function useSessions() {
  const { t } = useLingui();
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const asking = new AbortController();
    loadSessions(asking.signal)
      .then(setSessions)
      .catch((failed: unknown) => {
        if (!asking.signal.aborted) setError(failed);
      });
    return () => asking.abort();
  }, []);

  async function refresh() {
    setError(null);
    await loadSessions().then(setSessions).catch(setError);
  }

  async function end(ids: readonly string[]) {
    setEnding(new Set(ids));
    const ended = await Promise.allSettled(ids.map((id) => call('DELETE Identity/Session', { query: { id } })));
    setEnding(new Set());
    // Reloads the list whether or not the requests succeeded.
    await refresh();
    const refused = ended.find((one) => one.status === 'rejected');
    if (refused !== undefined) setError(refused.reason);
  }

  const unknown = t`Не получилось. Попробуйте ещё раз`;
  const failure = error === null ? null : isCallFailure(error) ? error.message : unknown;
  return { sessions, failure, ending, end, refresh };
}

/** The sessions of the user, for the security section of the profile: devices, each with «Завершить». */
export function SessionList() {
  const { sessions, failure, ending, end, refresh } = useSessions();
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id) ?? [];
  const count = others.length;
  return (
    <section
      className={classes.section}
      aria-labelledby="sessions-title"
      aria-busy={sessions === null && failure === null}
    >
      <h2 id="sessions-title" className={classes.title}>
        <Trans>Где вы вошли</Trans>
      </h2>
      {failure !== null && <ErrorNotice onRetry={() => void refresh()}>{failure}</ErrorNotice>}
      {sessions === null && failure === null && <Skeleton height={76} />}
      {sessions !== null && (
        <ul className={classes.list}>
          {sessions.map((one) => (
            <SessionRow key={one.id} one={one} isEnding={ending.has(one.id)} onEnd={() => void end([one.id])} />
          ))}
        </ul>
      )}
      {sessions !== null && count === 0 && (
        <p className={classes.quiet}>
          <Trans>Других устройств нет.</Trans>
        </p>
      )}
      {count > 0 && (
        <ActionButton look="quiet" aria-disabled={ending.size > 0} onClick={() => void end(others)}>
          <Plural
            value={count}
            one="Завершить другой сеанс"
            few="Завершить # других сеанса"
            many="Завершить # других сеансов"
            other="Завершить # другого сеанса"
          />
        </ActionButton>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly one: OwnSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ one, isEnding, onEnd }: SessionRowProps) {
  const { t, i18n } = useLingui();
  const { device, isCurrent, createdAt, lastUsedAt } = one;
  const day = (moment: string) => i18n.date(new Date(moment), { dateStyle: 'medium', timeStyle: 'short' });
  const name = device ?? t`Неизвестное устройство`;
  const since = day(createdAt);
  const last = day(lastUsedAt);
  return (
    <li className={classes.row} data-ending={isEnding || undefined}>
      <div>
        <p className={classes.device}>
          {name}
          {isCurrent && (
            <span className={classes.here}>
              <Trans>это устройство</Trans>
            </span>
          )}
        </p>
        <p className={classes.quiet}>
          {isCurrent ? (
            <Trans>Вход {since}</Trans>
          ) : (
            <Trans>
              Вход {since}, был в сети {last}
            </Trans>
          )}
        </p>
      </div>
      <button
        type="button"
        className={classes.end}
        aria-label={isCurrent ? t`Выйти на этом устройстве` : t`Завершить сеанс: ${name}`}
        aria-disabled={isEnding}
        onClick={() => (isCurrent ? void session.leave() : onEnd())}
      >
        {isCurrent ? <Trans>Выйти</Trans> : <Trans>Завершить</Trans>}
      </button>
    </li>
  );
}
