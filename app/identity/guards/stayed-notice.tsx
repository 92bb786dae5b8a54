import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { createRoot, type Root } from 'react-dom/client';
import { createI18n } from '#app/i18n.ts';
import { isLocale } from '#base/text/locales.ts';
import icon from '#base/ui/page/icon-button.module.css';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { router } from './shown-view.ts';
import classes from './stayed-notice.module.css';

interface Stayed {
  /** The address that did not open, or its distance in the history; null: the view is the present one. */
  readonly retry: string | number | null;
  readonly isOffline: boolean;
}

/** A root of its own: nothing in the public pages waits for a notice that hardly anybody sees. */
let root: Root | undefined;

function openPlace(): Root {
  const place = document.createElement('div');
  document.body.append(place);
  return createRoot(place);
}

/** Shows the notice in the language of the page. */
export async function showNotice(stayed: Stayed): Promise<void> {
  const { lang } = document.documentElement;
  const i18n = await createI18n(isLocale(lang) ? lang : 'ru');
  root ??= openPlace();
  root.render(
    <I18nProvider i18n={i18n}>
      <StayedNotice {...stayed} />
    </I18nProvider>,
  );
}

/** Takes the notice away. */
export function hideNotice(): void {
  root?.render(null);
}

function tryAgain(retry: Stayed['retry']): void {
  hideNotice();
  if (typeof retry === 'number') void router?.navigate(retry);
  else if (retry !== null) void router?.navigate(retry);
  else void router?.navigate(window.location, { replace: true });
}

/** Says over the view that stayed why another one did not open (docs/rules.md#screens). */
function StayedNotice({ retry, isOffline }: Stayed) {
  const { t } = useLingui();
  return (
    <div className={classes.notice} role="alert">
      <div className={classes.words}>
        <strong>
          {retry === null ? <Trans>Ваши данные не загрузились</Trans> : <Trans>Страница не открылась</Trans>}
        </strong>
        <p>
          {isOffline ? (
            <Trans>Нет связи с сервером. Вы вошли, и всё, что вы ввели здесь, на месте.</Trans>
          ) : (
            <Trans>На сервере ошибка. Вы вошли, и всё, что вы ввели здесь, на месте.</Trans>
          )}
        </p>
      </div>
      <ActionButton onClick={() => tryAgain(retry)}>
        <Trans>Повторить</Trans>
      </ActionButton>
      <button type="button" className={icon.button} aria-label={t`Закрыть`} onClick={hideNotice}>
        <IconX size={24} stroke={1.75} />
      </button>
    </div>
  );
}
