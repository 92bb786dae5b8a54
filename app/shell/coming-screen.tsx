import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#app/document/page-head.public.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** A part of the product that opens later: says so and shows where to go meanwhile. */
export default function ComingScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Раздел ещё не открыт`} noIndex />
      <MessagePage
        art="missing"
        title={<Trans>Раздел ещё не открыт</Trans>}
        actions={
          <>
            <LinkButton to="/authors">
              <Trans>Поддержать автора</Trans>
            </LinkButton>
            <LinkButton to="/" look="quiet">
              <Trans>На главную</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>Мы ещё ткём эту часть Опоры. А поддержать автора можно уже сейчас.</Trans>
      </MessagePage>
    </>
  );
}
