import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#base/pages/page-head.tsx';
import { LinkButton, ReloadButton } from '#base/ui/page/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** A server error. The details are in the log only. */
export function Trouble() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Что-то сломалось`} noIndex />
      <MessagePage
        art="slipped"
        title={<Trans>У нас сбилась нить</Trans>}
        actions={
          <>
            <ReloadButton>
              <Trans>Попробовать ещё раз</Trans>
            </ReloadButton>
            <LinkButton to="/" look="quiet" reloadDocument>
              <Trans>На главную</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>
          Ошибка на нашей стороне, и мы уже знаем о ней. Если вы платили, деньги не потеряны: статус виден на странице
          платежа.
        </Trans>
      </MessagePage>
    </>
  );
}

/** A section of the admin area that is not for moderators. */
export function NotAllowed() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Нет доступа`} noIndex />
      <MessagePage
        art="faded"
        title={<Trans>Этот раздел только для администратора</Trans>}
        actions={
          <LinkButton to="/admin/blogers">
            <Trans>К авторам</Trans>
          </LinkButton>
        }
      >
        <Trans>Роль модератора позволяет проверять профили, товары и заказы.</Trans>
      </MessagePage>
    </>
  );
}

/** The browser is offline; typed input is not lost. */
export function Offline() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Нет связи`} noIndex />
      <MessagePage
        art="cut"
        title={<Trans>Связь прервалась</Trans>}
        actions={
          <ReloadButton>
            <Trans>Попробовать ещё раз</Trans>
          </ReloadButton>
        }
      >
        <Trans>Страница не загрузилась: похоже, нет интернета. Проверьте подключение и попробуйте снова.</Trans>
      </MessagePage>
    </>
  );
}

/** The page of the creator is hidden by himself or by a moderator; visitors do not learn which. */
export function CreatorUnavailable() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Автор недоступен`} noIndex />
      <MessagePage
        art="faded"
        title={<Trans>Автор сейчас недоступен</Trans>}
        actions={
          <>
            <LinkButton to="/authors">
              <Trans>Смотреть других авторов</Trans>
            </LinkButton>
            <LinkButton to="/" look="quiet">
              <Trans>На главную</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>Страница закрыта на время или насовсем. Донаты, которые уже оплачены, останутся у автора.</Trans>
      </MessagePage>
    </>
  );
}
