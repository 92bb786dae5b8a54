import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { session, useSession } from '#app/identity/session.ts';
import { pageContext } from '#app/page-context.ts';
import { orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Route } from './+types/first-start-screen';
import classes from './first-start-screen.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  page.noStore();
  const key = new URL(request.url).searchParams.get('key') ?? '';
  await orNotFound(page.services.call('GET Moderator/FirstStart', { query: { key } }));
  return { key };
}

/** Makes a logged-in person the first admin, by the link in the log of an installation that has none. */
export default function FirstStart({ loaderData: { key } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { status } = useSession();
  const { act, isBusy, isDone, failure } = useAction();

  async function become() {
    await call('POST Moderator/FirstStart', { body: { key } });
    // The new role has ended this session.
    await session.leave().catch(() => undefined);
  }

  return (
    <PageFrame narrow>
      <PageHead title={t`Первый запуск`} noIndex />
      <PageTitle>
        <Trans>Первый запуск</Trans>
      </PageTitle>
      {isDone ? (
        <Done />
      ) : (
        <>
          <p className={classes.lead}>
            <Trans>
              Здесь ещё нет администратора. Им станет ваша учётная запись, и войти надо будет ещё раз: паролем и кодом.
            </Trans>
          </p>
          {status === 'guest' && <Entrances />}
          {status === 'user' && (
            <ActionButton aria-busy={isBusy} onClick={() => void act(become)}>
              <Trans>Стать администратором</Trans>
            </ActionButton>
          )}
        </>
      )}
      {failure && <ErrorNotice>{failure.message}</ErrorNotice>}
    </PageFrame>
  );
}

/** A new installation has hardly anybody who could log in. */
function Entrances() {
  const registration = useLoginAddress('/registration');
  const login = useLoginAddress();
  return (
    <Row gap={12}>
      <LinkButton to={registration}>
        <Trans>Зарегистрироваться</Trans>
      </LinkButton>
      <LinkButton look="quiet" to={login}>
        <Trans>Войти</Trans>
      </LinkButton>
    </Row>
  );
}

function Done() {
  return (
    <>
      <p className={classes.lead}>
        <Trans>Теперь вы администратор. Войдите в управление с паролем и кодом.</Trans>
      </p>
      <LinkButton to="/admin">
        <Trans>Войти в управление</Trans>
      </LinkButton>
    </>
  );
}
