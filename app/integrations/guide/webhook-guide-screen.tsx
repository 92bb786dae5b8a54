import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { useEventNames } from '../event-names.ts';
import { CodeSample } from '../tools/code-sample.tsx';
import classes from '../tools/tools-screen.module.css';
import { EventStreamSection } from './event-stream-section.tsx';
import { webhookExamples } from './webhook-examples.ts';
import { WebhookHeaders } from './webhook-headers.tsx';
import { nodeReceiver, pythonReceiver } from './webhook-receivers.ts';

/** The guide to webhooks for creators; `docs/webhooks.md` is the same in English. */
export default function WebhookGuideScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Как принимать вебхуки`} noIndex />
      <PageTitle>
        <Trans>Как принимать вебхуки</Trans>
      </PageTitle>
      <div className={classes.sections}>
        <p className={classes.lead}>
          <Link to="/profile/tools">
            <Trans>Все инструменты</Trans>
          </Link>
        </p>
        <Answering />
        <WebhookHeaders />
        <Events />
        <Section title={<Trans>Готовый приёмник</Trans>}>
          <p>
            <Trans>
              Он проверяет подпись и не обрабатывает одно сообщение дважды. Ключ лежит в переменной{' '}
              <code>WEBHOOK_SECRET</code>.
            </Trans>
          </p>
          <CodeSample title="Node.js" code={nodeReceiver} />
          <CodeSample title="Python" code={pythonReceiver} />
        </Section>
        <EventStreamSection />
      </div>
    </>
  );
}

function Answering() {
  return (
    <Section title={<Trans>Как отвечать</Trans>}>
      <Stack as="ul" className={classes.points} gap={10}>
        <li>
          <Trans>
            Мы отправляем запрос <code>POST</code> с JSON. Ответьте статусом от 200 до 299 за 10 секунд; по
            перенаправлениям мы не идём.
          </Trans>
        </li>
        <li>
          <Trans>
            Сообщение может прийти дважды и не по порядку. Запоминайте <code>webhook-id</code>: на знакомый ответьте 200
            и больше ничего не делайте.
          </Trans>
        </li>
        <li>
          <Trans>
            Если ответа нет или он другой, повторяем через 10 секунд, 1, 5 и 30 минут, 2, 6 и 12 часов. После десяти
            неудач подряд адрес выключается; включите его снова, и то, что ждёт, придёт.
          </Trans>
        </li>
        <li>
          <Trans>
            Не принимайте сообщение с неверной подписью и то, которому больше пяти минут по{' '}
            <code>webhook-timestamp</code>.
          </Trans>
        </li>
      </Stack>
    </Section>
  );
}

function Events() {
  const names = useEventNames();
  return (
    <Section title={<Trans>События</Trans>}>
      <p>
        <Trans>
          Суммы в основных единицах валюты, время по UTC. У анонимного доната <code>name</code> равен <code>null</code>,
          без сообщения <code>null</code> в <code>message</code>. Если вы проверяете сообщения, до вашего решения там
          тоже <code>null</code>, а <code>isMessageHeld</code> равен <code>true</code>; одобренное приходит вторым
          событием. В заказе только ваши товары.
        </Trans>
      </p>
      {Object.entries(webhookExamples).map(([event, example]) => (
        <CodeSample key={event} title={names[event] ?? event} code={JSON.stringify(example, null, 2)} />
      ))}
    </Section>
  );
}
