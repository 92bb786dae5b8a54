import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import type { Route } from './+types/notices-screen';
import { BrowserSection } from './browser-section.tsx';
import { CodeChat } from './code-chat.tsx';
import { LinkTelegram } from './link-telegram.tsx';
import classes from './notices-screen.module.css';
import { PageInTelegram } from './page-in-telegram.tsx';
import { ReceiverCard } from './receiver-card.tsx';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return call('GET Notice/Settings', {}, { signal });
}

/** Where a person gets notices outside the site, and what about. */
export default function NoticesScreen({
  loaderData: { hasTelegram, pageInTelegram, codeChat, receivers },
}: Route.ComponentProps) {
  const { t } = useLingui();
  const chats = receivers.filter(({ kind }) => kind === 'telegram');
  const browsers = receivers.filter(({ kind }) => kind === 'push');
  return (
    <>
      <PageHead title={t`Уведомления`} noIndex />
      <PageTitle>
        <Trans>Уведомления</Trans>
      </PageTitle>
      <div className={classes.sections}>
        <Section title={<Trans>Telegram</Trans>} card>
          <p>
            <Trans>
              Бот пишет о донатах, выплатах, проверке страницы и заказах и предупреждает, если виджет отключился во
              время стрима. Под донатом будут кнопки: показать ещё раз, пропустить, поблагодарить.
            </Trans>
          </p>
          {chats.map((receiver) => (
            <ReceiverCard key={receiver.id} receiver={receiver} />
          ))}
          {hasTelegram && chats.length === 0 && <LinkTelegram />}
          {codeChat !== null && <CodeChat state={codeChat} />}
          {!hasTelegram && (
            <p>
              <Trans>У этого сайта пока нет бота в Telegram. Включите уведомления в браузере, ниже.</Trans>
            </p>
          )}
        </Section>
        {pageInTelegram !== null && <PageInTelegram address={pageInTelegram} />}
        <BrowserSection receivers={browsers} />
      </div>
    </>
  );
}
