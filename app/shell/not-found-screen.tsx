import { Trans, useLingui } from '@lingui/react/macro';
import { data } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** The page is really missing, also for those who only read the status. */
export function loader() {
  return data(null, { status: 404 });
}

/** For an address that leads nowhere (specification, point 2: /404 and any unmatched path). */
export default function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Страница не найдена`} noIndex />
      <MessagePage
        art="missing"
        title={<Trans>Здесь ничего не соткано</Trans>}
        actions={
          <>
            <LinkButton to="/authors">
              <Trans>Найти автора</Trans>
            </LinkButton>
            <LinkButton to="/" look="quiet">
              <Trans>На главную</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>
          Такой страницы нет: в ссылке могла потеряться буква, или автор сменил имя. Попробуйте найти его снова.
        </Trans>
      </MessagePage>
    </>
  );
}
