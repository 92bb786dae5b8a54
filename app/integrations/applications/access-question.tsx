import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useLoginAddress } from '#app/identity/login-address.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { failures, faultOf, isCallFailure } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import type { applicationsCalls } from '../applications.calls.ts';
import { useScopeNames } from '../scope-names.ts';
import classes from './access-question.module.css';
import type { AskedAccess } from './asked-access.ts';

type Asked = CallAnswer<typeof applicationsCalls.askedAccess>;

/** What the application has put into the address, by the names of RFC 6749 and 7636. */
function askedIn(search: URLSearchParams): AskedAccess {
  const read = (name: string) => search.get(name) ?? undefined;
  return {
    clientId: read('client_id') ?? '',
    redirectUri: read('redirect_uri') ?? '',
    responseType: read('response_type'),
    scope: read('scope'),
    state: read('state'),
    challenge: read('code_challenge'),
    challengeMethod: read('code_challenge_method'),
  };
}

/** Reads what an application asks for. `fault`: why nobody is asked. */
export async function readAccess(search: URLSearchParams, signal: AbortSignal) {
  const query = askedIn(search);
  try {
    return { query, asked: await call('GET Integration/Access', { query }, { signal }), fault: null };
  } catch (error) {
    // Whoever is not logged in any more is led to the login.
    if (failures.unauthorized.is(error) || !isCallFailure(error)) throw error;
    return { query, asked: null, fault: error.message };
  }
}

/** Asks whether an application may see the donations: OAuth's consent, where access is ended too. */
export function AccessQuestion({ query, asked, fault }: Awaited<ReturnType<typeof readAccess>>) {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Доступ для приложения`} noIndex />
      <PageTitle>
        <Trans>Доступ для приложения</Trans>
      </PageTitle>
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      {asked !== null && <Question query={query} asked={asked} />}
    </>
  );
}

function Question({ query, asked }: { readonly query: AskedAccess; readonly asked: Asked }) {
  const names = useScopeNames();
  const { name, developer, page, host, scopes, refused } = asked;
  if (refused !== null) {
    return (
      <Section title={name} card>
        <p>
          <Trans>Приложение просит то, чего мы не даём, поэтому доступа у него не будет.</Trans>
        </p>
        <p>
          <code>{refused.error}</code>
        </p>
        <div>
          <ActionButton onClick={() => window.location.assign(refused.location)}>
            <Trans>Вернуться в приложение</Trans>
          </ActionButton>
        </div>
      </Section>
    );
  }
  return (
    <Section title={name} card>
      <Stack className={classes.page} gap={12}>
        <p>
          <Trans>
            Приложение просит доступ к вашей странице <b>{page}</b>. Оно сможет видеть:
          </Trans>
        </p>
        <ul className={classes.rights}>
          {scopes.map((scope) => (
            <li key={scope}>{names[scope]}</li>
          ))}
        </ul>
        <p>
          <Trans>Изменить что-то или получить деньги оно не сможет. Доступ вы закроете в «Инструментах».</Trans>
        </p>
        <p>
          <Trans>
            Разработчик — <b>{developer}</b>. Приложение мы не проверяли. После ответа вы перейдёте на <b>{host}</b>.
          </Trans>
        </p>
      </Stack>
      <Answers query={query} />
    </Section>
  );
}

function Answers({ query }: { readonly query: AskedAccess }) {
  const { isBusy, failure, run } = useAction();
  const login = useLoginAddress();
  async function answer(isAllowed: boolean) {
    const done = await run(() =>
      call('POST Integration/Access', { body: { ...query, isAllowed } }).catch((error: unknown) => {
        if (!failures.unauthorized.is(error)) throw error;
        // The session has ended meanwhile: home would lose the question.
        return { location: login };
      }),
    );
    if (done !== null) window.location.assign(done.location);
  }
  return (
    <Stack gap={12}>
      {failure !== null && <ErrorNotice>{faultOf(failure)}</ErrorNotice>}
      <Row gap={12}>
        <ActionButton disabled={isBusy} onClick={() => void answer(true)}>
          <Trans>Разрешить</Trans>
        </ActionButton>
        <ActionButton look="quiet" disabled={isBusy} onClick={() => void answer(false)}>
          <Trans>Отказать</Trans>
        </ActionButton>
      </Row>
    </Stack>
  );
}
