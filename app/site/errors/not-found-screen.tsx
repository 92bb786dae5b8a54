import { Trans, useLingui } from '@lingui/react/macro';
import { data } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** Sets the status 404. */
export function loader() {
  return data(null, { status: 404 });
}

/** The page of an unknown address (docs/rules.md#screens). */
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
