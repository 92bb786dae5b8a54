import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { isLocale } from '#base/text/locales.ts';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useProgress } from '#base/ui/page/use-progress.ts';
import panel from '#base/ui/panel/panel.module.css';
import { QrCode } from '#base/ui/share/qr-code.tsx';
import { linkMinutes } from '../notice-topics.ts';
import classes from './notices-screen.module.css';

/** Makes the address that links a chat, and shows it until it was used. */
export function LinkTelegram() {
  const { i18n } = useLingui();
  const [link, setLink] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const { isBusy, failure, run } = useAction();

  async function make() {
    const language = isLocale(i18n.locale) ? i18n.locale : 'ru';
    const made = await run(() => call('POST Notice/LinkTelegram', { body: { language } }));
    if (made === null) return;
    setLate(false);
    setLink(made.url);
  }

  useEffect(() => {
    if (link === null) return;
    const timer = setTimeout(() => {
      setLink(null);
      setLate(true);
    }, linkMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [link]);

  return (
    <>
      {link !== null && <OpenTelegram key={link} url={link} />}
      {isLate && (
        <p role="status">
          <Trans>Ссылка устарела, чат не привязан.</Trans>
        </p>
      )}
      {failure && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div className={classes.acts}>
        <ActionButton
          look={link === null ? 'filled' : 'quiet'}
          aria-busy={isBusy || undefined}
          onClick={() => void make()}
        >
          {link === null && !isLate ? <Trans>Привязать чат</Trans> : <Trans>Получить новую ссылку</Trans>}
        </ActionButton>
      </div>
    </>
  );
}

/** Whether a chat has been linked meanwhile. */
const asking = {
  ask: async (_known: boolean, signal: AbortSignal) =>
    (await call('GET Notice/Settings', {}, { signal })).receivers.some(({ kind }) => kind === 'telegram'),
  isOver: (isLinked: boolean) => isLinked,
  pauseAfter: () => 2_000,
};

function OpenTelegram({ url }: { readonly url: string }) {
  const { known: isLinked } = useProgress(false, asking);
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (isLinked) reload();
  }, [isLinked]);
  return (
    <div className={`${panel.panel} ${classes.card}`} role="status">
      <p>
        <Trans>Откройте бота и нажмите «Старт» или наведите камеру телефона на код.</Trans>
      </p>
      <Private>
        <QrCode text={url} className={classes.code} />
      </Private>
      <div className={classes.acts}>
        <LinkButton to={url} target="_blank" rel="noreferrer">
          <Trans>Открыть Telegram</Trans>
        </LinkButton>
      </div>
      <p>
        <Trans>
          Из привязанного чата можно войти в ваш аккаунт. Ссылка действует {linkMinutes} минут и один раз. Не
          показывайте её никому: с ней к вашей странице привяжут чужой чат.
        </Trans>
      </p>
    </div>
  );
}
